//! Texts from outside in messages: never more than a little of them.

use std::borrow::Cow;
use std::path::Path;

/// No message repeats more bytes of a text.
pub const MOST_BYTES: usize = 200;

const GAP: &str = "...";

/// A text as messages repeat it: a long one without its middle.
pub fn shortened(text: &str) -> Cow<'_, str> {
    shortened_to(text, MOST_BYTES)
}

/// The same with a limit of one's own, where a text is said twice.
pub fn shortened_to(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    // The end of a path, its name, says as much as its beginning.
    let half = most.saturating_sub(GAP.len()) / 2;
    let start = (0..=half).rfind(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let end = (text.len() - half..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
    Cow::Owned(format!("{}{GAP}{}", &text[..start], &text[end..]))
}

/// A path as messages repeat it.
pub fn path(path: &Path) -> String {
    shortened(&path.display().to_string()).into_owned()
}

/// A path within a command of a message, which names it already: of a long one nothing is said again.
pub fn path_in_command(path: &Path) -> String {
    let text = path.display().to_string();
    if text.len() <= MOST_BYTES { text } else { GAP.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_lose_their_middle() {
        for text in ["", "short", &"x".repeat(MOST_BYTES), &"\u{e9}".repeat(MOST_BYTES / 2)] {
            assert_eq!(shortened(text), text);
        }
        let long = format!("/a{}b/KvK.wdl", "\u{20ac}".repeat(1000));
        let short = shortened(&long);
        assert!(short.len() <= MOST_BYTES && short.len() > MOST_BYTES - 10, "{}", short.len());
        assert!(short.starts_with("/a\u{20ac}") && short.contains(GAP) && short.ends_with("b/KvK.wdl"), "{short}");
    }
}
