//! The checksums of files: of every block, and of the whole file as the manifest has it.

use rayon::prelude::*;

use super::Progress;
use super::report::{Finding, FindingKind, VerifyError};
use crate::format::{Manifest, Metric, sum_of_file};
use crate::index::Material;
use crate::probe::Tablebase;
use crate::rules::Variant;

/// The files of one material.
#[derive(Debug, Default)]
pub(super) struct Checked {
    pub(super) tables: u64,
    pub(super) findings: Vec<Finding>,
}

/// Checks the files of a material.
pub(super) fn check<V: Variant>(
    tablebase: &Tablebase,
    material: Material,
    progress: &Progress,
) -> Result<Checked, VerifyError> {
    let mut checked = Checked::default();
    for metric in Metric::ALL {
        if tablebase.contains(material, metric) {
            checked.tables += 1;
            let found = check_table::<V>(tablebase, material, metric, progress)?;
            checked.findings.extend(found.map(|kind| Finding { material, kind }));
        }
    }
    Ok(checked)
}

fn check_table<V: Variant>(
    tablebase: &Tablebase,
    material: Material,
    metric: Metric,
    progress: &Progress,
) -> Result<Option<FindingKind>, VerifyError> {
    let table = match tablebase.tables_of::<V>().open(material, metric) {
        Ok(Some(table)) => table,
        Ok(None) => return Ok(None),
        Err(error) => return Ok(Some(FindingKind::Damaged(error))),
    };
    let damaged = (0..table.1.blocks()).into_par_iter().find_map_first(|block| {
        if progress.check().is_err() {
            return None;
        }
        table.1.read_block(block).err()
    });
    progress.check()?;
    if let Some(error) = damaged {
        return Ok(Some(FindingKind::Damaged(error)));
    }
    let Some(path) = tablebase.path(material, metric) else { return Ok(None) };
    let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) else {
        return Ok(None);
    };
    let manifest = Manifest::read(folder)
        .map_err(|source| VerifyError::Io { path: folder.join(crate::format::MANIFEST), source })?;
    let Some(expected) = manifest.sum(name) else { return Ok(None) };
    let found = sum_of_file(&path).map_err(|source| VerifyError::Io { path: path.clone(), source })?;
    Ok((found != expected).then_some(FindingKind::Changed(path)))
}
