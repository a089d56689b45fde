//! The letters of files in any encoding.

use std::io::{self, Read};

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use encoding_rs_io::DecodeReaderBytesBuilder;

/// An input as UTF-8, or as its bytes where nothing says in what encoding it is.
pub(super) struct Decoded {
    pub(super) input: Box<dyn Read>,
    /// What it was decoded from.
    pub(super) from: Option<&'static Encoding>,
    /// Whether a mark at its beginning said so.
    pub(super) is_marked: bool,
}

/// The bytes of the longest mark.
const MARK_BYTES: u64 = 3;

/// Decodes an input. A mark of its own goes before the encoding that was named.
///
/// # Errors
/// If it cannot be read.
pub(super) fn decoded(mut input: Box<dyn Read>, named: Option<&'static Encoding>) -> io::Result<Decoded> {
    let mut begin = Vec::new();
    input.by_ref().take(MARK_BYTES).read_to_end(&mut begin)?;
    let (from, is_marked) = match Encoding::for_bom(&begin) {
        Some((encoding, _)) if encoding == UTF_16LE || encoding == UTF_16BE => (Some(encoding), true),
        // Bytes that are not UTF-8 all the same are left to the reader.
        Some(_) => (None, true),
        None => (named, false),
    };
    let input: Box<dyn Read> = Box::new(io::Cursor::new(begin).chain(input));
    let input = match from {
        None => input,
        Some(_) => Box::new(DecodeReaderBytesBuilder::new().encoding(from).bom_override(true).build(input)),
    };
    Ok(Decoded { input, from, is_marked })
}

/// The encoding of this name.
///
/// # Errors
/// A sentence, if none is called so.
pub(super) fn encoding(name: &str) -> Result<&'static Encoding, String> {
    let name = name.to_lowercase().replace("latin-", "latin");
    Encoding::for_label_no_replacement(name.as_bytes()).ok_or_else(|| {
        "no encoding is called so; there are windows-1251, koi8-r, ibm866, iso-8859-2 and others".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use encoding_rs::WINDOWS_1251;

    use super::*;

    #[test]
    fn marks_go_before_names() {
        let read = |bytes: &'static [u8], named| {
            let mut decoded = decoded(Box::new(bytes), named).unwrap();
            let mut text = Vec::new();
            decoded.input.read_to_end(&mut text).unwrap();
            (text, decoded.from.map(Encoding::name))
        };
        assert_eq!(read(b"\xe0\xe1", None), (b"\xe0\xe1".to_vec(), None));
        assert_eq!(read(b"\xe0", Some(WINDOWS_1251)), ("а".as_bytes().to_vec(), Some("windows-1251")));
        let marked = b"\xef\xbb\xbf\xe0 x";
        assert_eq!(read(marked, None), (marked.to_vec(), None));
        assert_eq!(read(marked, Some(WINDOWS_1251)), (marked.to_vec(), None));
        let wide = (b"ab".to_vec(), Some("UTF-16LE"));
        assert_eq!(read(b"\xff\xfea\0b\0", None), wide);
        assert_eq!(read(b"\xff\xfea\0b\0", Some(WINDOWS_1251)), wide);
        assert_eq!(read(b"", Some(WINDOWS_1251)).0, b"");
    }
}
