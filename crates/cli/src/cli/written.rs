//! Where annotated games go: games and pieces of text one behind the other, and the file that --output means.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use same_file::Handle;

/// The mark of UTF-8 at the beginning of a file.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Writes games and pieces of text, so that each is read again as what it is.
pub(super) struct Output<'w> {
    out: &'w mut dyn Write,
    /// The last bytes that were written; as many as two ends of lines have.
    tail: Vec<u8>,
    /// Whether what comes next is the first of its file.
    begins_file: bool,
    /// Whether a game was written anew.
    has_games: bool,
}

impl<'w> Output<'w> {
    pub(super) fn new(out: &'w mut dyn Write) -> Output<'w> {
        Output { out, tail: Vec::new(), begins_file: true, has_games: false }
    }

    /// What comes next is from another file.
    pub(super) fn begin_file(&mut self) {
        self.begins_file = true;
    }

    /// Writes a game that ends with an empty line, behind an empty line.
    pub(super) fn game(&mut self, text: &str) -> io::Result<()> {
        self.begins_file = false;
        self.has_games = true;
        self.set_apart()?;
        self.write(text.as_bytes())
    }

    /// Whether a game was written, and not pieces alone.
    pub(super) fn has_games(&self) -> bool {
        self.has_games
    }

    /// Writes bytes as they were read. Those of one file follow each other as they did there.
    pub(super) fn piece(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        if std::mem::take(&mut self.begins_file) && !self.tail.is_empty() {
            bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
            if !bytes.is_empty() {
                self.set_apart()?;
            }
        }
        self.write(bytes)
    }

    /// What is not PDN.
    pub(super) fn other(&mut self) -> &mut dyn Write {
        self.out
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn set_apart(&mut self) -> io::Result<()> {
        // Lines end with either letter or both.
        let tail: Vec<u8> = String::from_utf8_lossy(&self.tail).replace("\r\n", "\n").replace('\r', "\n").into_bytes();
        match tail[..] {
            [] | [.., b'\n', b'\n'] => Ok(()),
            // Behind the other letter the first would be a part of the same end.
            [.., b'\n'] if self.tail.ends_with(b"\r") => self.write(b"\n\n"),
            [.., b'\n'] => self.write(b"\n"),
            _ if self.tail == MARK => Ok(()),
            _ => self.write(b"\n\n"),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        const TWO_ENDS: usize = 4;
        self.tail.extend_from_slice(&bytes[bytes.len().saturating_sub(TWO_ENDS)..]);
        self.tail.drain(..self.tail.len().saturating_sub(TWO_ENDS));
        self.out.write_all(bytes)
    }
}

/// The file that a path means: where symbolic links lead, one to a file that is not there yet too.
///
/// # Errors
/// If they lead nowhere.
pub(super) fn followed(path: &Path) -> io::Result<PathBuf> {
    /// As many as systems follow.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(to) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().unwrap_or(Path::new("")).join(to);
    }
    Err(io::Error::other("its symbolic links lead round in a circle"))
}

/// Whether an input, of which `-` is the standard one, is the file of this path.
pub(super) fn is_same(input: &Path, path: &Path) -> bool {
    matches!((opened(input), Handle::from_path(path)), (Ok(one), Ok(other)) if one == other)
}

fn opened(input: &Path) -> io::Result<Handle> {
    if input == Path::new("-") { Handle::stdin() } else { Handle::from_path(input) }
}

/// Whether an input is the file to which the standard output goes.
pub(super) fn is_output(input: &Path) -> bool {
    let is_file = |handle: &Handle| handle.as_file().metadata().is_ok_and(|metadata| metadata.is_file());
    matches!((opened(input), Handle::stdout()), (Ok(one), Ok(output)) if one == output && is_file(&output))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written by some steps: `g` is a game, `f` another file, other texts are pieces.
    fn written(steps: &[&str]) -> String {
        let mut bytes = Vec::new();
        let mut out = Output::new(&mut bytes);
        for step in steps {
            match *step {
                "g" => out.game("G\n\n").unwrap(),
                "f" => out.begin_file(),
                piece => out.piece(piece.as_bytes()).unwrap(),
            }
        }
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn games_stand_apart() {
        for (steps, expected) in [
            (&["a", "b\n", "c"][..], "ab\nc"),
            (&["g", "a\r\n", "g"], "G\n\na\r\n\nG\n\n"),
            (&["a\r\n\r\n", "g", "b"], "a\r\n\r\nG\n\nb"),
            (&["a\r\r", "g"], "a\r\rG\n\n"),
            (&["a\r", "g"], "a\r\n\nG\n\n"),
            (&["a", "g"], "a\n\nG\n\n"),
            (&["a\n", "\n", "g"], "a\n\nG\n\n"),
            (&["a", "f", "\u{feff}b", "f", "g"], "a\n\nb\n\nG\n\n"),
            (&["\u{feff}a\n", "b"], "\u{feff}a\nb"),
            (&["f", "f", "\u{feff}a"], "\u{feff}a"),
            (&["\u{feff}", "g"], "\u{feff}G\n\n"),
            (&["a", "f", "\u{feff}", "f", "b"], "a\n\nb"),
        ] {
            assert_eq!(written(steps), expected, "{steps:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed() {
        use std::os::unix::fs::symlink;
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        fs::create_dir(at("folder")).unwrap();
        symlink("folder/there", at("link")).unwrap();
        symlink("../file", at("folder/there")).unwrap();
        symlink("round", at("round")).unwrap();
        assert_eq!(followed(&at("link")).unwrap(), at("folder/../file"));
        fs::write(at("file"), "x").unwrap();
        assert_eq!(followed(&at("link")).unwrap(), at("folder/../file"));
        assert!(is_same(&at("link"), &at("file")) && !is_same(&at("folder"), &at("file")));
        assert_eq!(followed(&at("file")).unwrap(), at("file"));
        assert!(followed(&at("round")).is_err());
    }
}
