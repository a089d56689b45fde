//! What builds must make: the files of one that nothing disturbed.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use petrov::format::MANIFEST;
use petrov::index::Material;
use petrov::rules::Russian;

use super::{DISTANCES, build_in, contents};

pub type Contents = BTreeMap<String, Vec<u8>>;

/// The files of a build of all materials of up to four pieces that nothing disturbed.
pub fn undisturbed() -> &'static Contents {
    static UNDISTURBED: OnceLock<Contents> = OnceLock::new();
    UNDISTURBED.get_or_init(|| {
        let directory = tempfile::tempdir().unwrap();
        contents(&build_in::<Russian>(directory.path(), 4, DISTANCES).unwrap())
    })
}

/// Checks that the files of a folder are those of the undisturbed build, the lines of the manifest too.
pub fn assert_undisturbed(found: &Contents, tables: usize) {
    let lines = |manifest: &Vec<u8>| String::from_utf8(manifest.clone()).unwrap();
    let expected = lines(&undisturbed()[MANIFEST]);
    for (name, bytes) in found.iter().filter(|(name, _)| *name != MANIFEST) {
        assert!(undisturbed().get(name) == Some(bytes), "{name} is not what an undisturbed build makes");
    }
    let manifest = lines(&found[MANIFEST]);
    assert!(manifest.lines().all(|line| expected.lines().any(|other| other == line)), "{manifest}");
    assert_eq!((found.len() - 1, manifest.lines().count()), (tables, tables), "every table has its line");
}

/// A material that, with all that it depends on, gives threads something to do, and is built within a second.
pub fn some() -> Vec<Material> {
    vec!["KKMvK".parse().unwrap()]
}

/// The tables of [`some`] and of what they depend on: four materials of up to three pieces, and two of four.
pub const TABLES_OF_SOME: usize = 2 * (4 + 2);
