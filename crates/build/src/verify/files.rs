//! The checksums of files: of every block, and of the whole file as the manifest has it.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use super::Progress;
use super::report::{Finding, FindingKind, VerifyError};
use crate::format::{MANIFEST, Manifest, Metric, TableError, TableErrorKind, file_name, game_folder, table_of};
use crate::index::Material;
use crate::probe::{Options, ProbeError, Tablebase};
use crate::threads;

/// The files of a tablebase, and those that it does not read as it found others of their names before.
pub(super) struct Files<'a> {
    tablebase: &'a Tablebase,
    folders: Vec<Folder>,
}

/// The tables of a game in one folder.
struct Folder {
    path: PathBuf,
    manifest: Manifest,
    /// The tables of this folder alone.
    tables: Tablebase,
}

/// What was found of the files of one material.
#[derive(Debug, Default)]
pub(super) struct Checked {
    /// The tables that a probe reads, and how many of them are inside the program.
    pub(super) tables: u64,
    pub(super) inside: u64,
    /// The files that no probe reads.
    pub(super) hidden: Vec<PathBuf>,
    pub(super) findings: Vec<Finding>,
}

impl<'a> Files<'a> {
    /// The files of a tablebase that has been given these folders.
    ///
    /// # Errors
    /// If a folder or its manifest cannot be read.
    pub(super) fn new(tablebase: &'a Tablebase, directories: &[PathBuf]) -> Result<Files<'a>, VerifyError> {
        let mut folders = Vec::new();
        let mut seen = BTreeSet::new();
        for directory in directories {
            let path = game_folder(directory, tablebase.game().tables);
            // One that cannot be resolved has no tables of this game, and one that comes again hides nothing.
            if !fs::canonicalize(&path).is_ok_and(|full| seen.insert(full)) {
                continue;
            }
            let manifest = Manifest::read(&path).map_err(VerifyError::io(&path.join(MANIFEST)))?;
            let mut tables = tablebase.without_folders(Options::default().with_embedded(false));
            tables.add_directory(directory).map_err(VerifyError::io(directory))?;
            folders.push(Folder { path, manifest, tables });
        }
        Ok(Files { tablebase, folders })
    }

    /// All materials of which there are tables, or ought to be.
    pub(super) fn materials(&self) -> BTreeSet<Material> {
        let listed = self.folders.iter().flat_map(|folder| folder.listed().map(|(material, _)| material));
        self.tablebase.tables().iter().map(|table| table.material).chain(listed).collect()
    }

    /// Checks the files of a material.
    ///
    /// # Errors
    /// If a file cannot be read, or it was stopped.
    pub(super) fn check(&self, material: Material, progress: &Progress) -> Result<Checked, VerifyError> {
        let mut checked = Checked::default();
        let mut found = Vec::new();
        for metric in self.tablebase.metrics_of(material) {
            checked.tables += 1;
            checked.inside += u64::from(self.tablebase.path(material, metric).is_none());
            found.extend(self.check_table(self.tablebase, material, metric, progress)?);
        }
        for folder in &self.folders {
            for metric in folder.tables.metrics_of(material) {
                let Some(path) = folder.tables.path(material, metric) else { continue };
                if self.tablebase.path(material, metric).as_ref() != Some(&path) {
                    found.extend(self.check_table(&folder.tables, material, metric, progress)?);
                    checked.hidden.push(path);
                }
            }
            let listed = folder.listed().filter(|&(of, metric)| of == material && !folder.tables.contains(of, metric));
            found.extend(listed.map(|(_, metric)| FindingKind::Absent(folder.file(material, metric))));
        }
        checked.findings = found.into_iter().map(|kind| Finding { material, kind }).collect();
        Ok(checked)
    }

    fn check_table(
        &self,
        tables: &Tablebase,
        material: Material,
        metric: Metric,
        progress: &Progress,
    ) -> Result<Option<FindingKind>, VerifyError> {
        // Its file is the same to the end, though another may take its name meanwhile.
        let table = match tables.open_alone(material, metric) {
            Ok(Some(table)) => table,
            Ok(None) => return Ok(None),
            Err(error) => return damage(error).map(Some),
        };
        let damaged = threads::find(table.blocks(), &|block| {
            if progress.check().is_err() {
                return None;
            }
            table.check_block(block).err()
        });
        progress.check()?;
        if let Some(error) = damaged {
            return damage(error).map(Some);
        }
        let Some(path) = tables.path(material, metric) else { return Ok(None) };
        let Some(folder) = self.folders.iter().find(|folder| path.parent() == Some(&folder.path)) else {
            return Ok(None);
        };
        let agrees =
            folder.manifest.agrees_with(&path, &file_name(material, metric)).map_err(VerifyError::io(&path))?;
        Ok((agrees == Some(false)).then_some(FindingKind::Changed(path)))
    }
}

/// A file that is not what it should be is a finding; one that cannot be read is none, as nothing is known of it.
fn damage(error: TableError) -> Result<FindingKind, VerifyError> {
    match error.kind {
        TableErrorKind::Io(_) => Err(VerifyError::Probe(ProbeError::Table(error))),
        _ => Ok(FindingKind::Damaged(error)),
    }
}

impl Folder {
    /// The tables that the manifest lists.
    fn listed(&self) -> impl Iterator<Item = (Material, Metric)> {
        self.manifest.sums().filter_map(|(name, _)| table_of(name))
    }

    fn file(&self, material: Material, metric: Metric) -> PathBuf {
        self.path.join(file_name(material, metric))
    }
}
