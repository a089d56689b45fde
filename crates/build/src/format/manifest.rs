//! The BLAKE3 sums of the tables of a folder, in the form that `b3sum --check` reads.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::MANIFEST;
use super::atomic::write_atomically;
use super::open_regular;

/// A manifest of more bytes than this is none: there is room for the sums of a hundred thousand tables.
const MOST_BYTES: u64 = 16 << 20;

/// The sums of the tables of one folder, by file name.
///
/// ```
/// use petrov::format::MANIFEST;
/// use petrov_build::format::Manifest;
/// use std::path::Path;
///
/// let manifest = Manifest::read(Path::new("../../tables/russian"))?;
/// assert!(manifest.path().ends_with(MANIFEST));
/// assert!(manifest.sums().count() >= 18);
/// assert_eq!(manifest.sum("KMvK.wdl").unwrap().len(), 64);
/// assert_eq!(manifest.sum("no table"), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Manifest {
    path: PathBuf,
    sums: BTreeMap<String, String>,
}

impl Manifest {
    /// Reads the manifest of a folder; one that does not exist is empty. It may be a link to a regular file: that is read, and
    /// whoever writes a manifest puts a file in place of the link.
    ///
    /// # Errors
    /// Those of the system; [`io::ErrorKind::InvalidData`] if a line is not of the form `sum  name`, or if it is longer than any
    /// list of sums; [`io::ErrorKind::InvalidInput`] if it is no regular file.
    pub fn read(folder: &Path) -> io::Result<Manifest> {
        let path = folder.join(MANIFEST);
        let text = match read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                return Err(io::Error::new(error.kind(), format!("{error}; move it away")));
            }
            // A line with bytes that are no text is none of a sum and a name, and reported as such.
            bytes => String::from_utf8_lossy(&bytes?).into_owned(),
        };
        let mut sums = BTreeMap::new();
        for (number, line) in text.lines().enumerate() {
            let (sum, name) = line.split_once("  ").filter(|(sum, _)| is_sum(sum)).ok_or_else(|| {
                let message = format!("line {} is not a sum and a file name; delete the file", number + 1);
                io::Error::new(io::ErrorKind::InvalidData, message)
            })?;
            sums.insert(name.to_owned(), sum.to_owned());
        }
        Ok(Manifest { path, sums })
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The sum of a file, if the manifest has it.
    pub fn sum(&self, name: &str) -> Option<&str> {
        self.sums.get(name).map(String::as_str)
    }

    /// Whether a file of this folder has the sum that the manifest says; `None` if that says nothing of it.
    ///
    /// Where they differ, file and manifest are read again, as another program may have replaced both.
    ///
    /// # Errors
    /// Those of the system.
    pub(crate) fn agrees_with(&self, path: &Path, name: &str) -> io::Result<Option<bool>> {
        const TRIES: usize = 8;
        let Some(sum) = self.sum(name) else { return Ok(None) };
        let mut expected = sum.to_owned();
        let mut differed = false;
        for _ in 0..TRIES {
            if sum_of_file(path)? == expected {
                return Ok(Some(true));
            }
            let now = Manifest::read(self.path.parent().unwrap_or(Path::new(".")))?;
            match now.sum(name) {
                // The line is taken out while the file is replaced: either is right.
                None => return Ok(None),
                Some(same) if same == expected && differed => break,
                Some(same) if same == expected => differed = true,
                Some(other) => (expected, differed) = (other.to_owned(), false),
            }
        }
        Ok(Some(false))
    }

    /// Names and sums.
    pub fn sums(&self) -> impl Iterator<Item = (&str, &str)> {
        self.sums.iter().map(|(name, sum)| (name.as_str(), sum.as_str()))
    }

    /// Sets the sum of a file and writes the manifest.
    ///
    /// # Errors
    /// Those of the system.
    pub(crate) fn set(&mut self, name: &str, sum: String) -> io::Result<()> {
        self.sums.insert(name.to_owned(), sum);
        self.write()
    }

    /// Takes the sum of a file out and writes the manifest, if it has one: while the file is replaced, either is right.
    ///
    /// # Errors
    /// Those of the system.
    pub(crate) fn forget(&mut self, name: &str) -> io::Result<()> {
        if self.sums.remove(name).is_some() { self.write() } else { Ok(()) }
    }

    fn write(&self) -> io::Result<()> {
        let text: String = self.sums.iter().map(|(name, sum)| format!("{sum}  {name}\n")).collect();
        write_atomically(&self.path, text.as_bytes())
    }
}

/// The bytes of a manifest.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        let message = format!("it has more than {} MiB, so it is no list of sums; delete the file", MOST_BYTES >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(bytes)
}

fn is_sum(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|letter| letter.is_ascii_hexdigit())
}

/// The BLAKE3 sum of some bytes in hexadecimal.
pub fn sum_of(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// The BLAKE3 sum of a file in hexadecimal.
///
/// # Errors
/// Those of the system.
pub fn sum_of_file(path: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(open_regular(path)?)?;
    Ok(hasher.finalize().to_hex().to_string())
}
