//! Sizes of memory as they are typed.

/// Reads `500M`, `1.5G`, `2GiB` (powers of 1024), `2GB` (powers of 1000) or plain bytes.
///
/// # Errors
/// A sentence with the way to write it.
pub(super) fn parse_size(text: &str) -> Result<u64, String> {
    // Whoever says so has named the text already.
    let wrong = || "it is not a size; write it as 500M, 1.5G or in bytes".to_owned();
    let text = text.trim();
    let digits = text.find(|next: char| !next.is_ascii_digit() && next != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let unit = unit.trim().to_ascii_lowercase();
    let (letter, base) = match unit.as_str() {
        "" | "b" => ("", 1_u64),
        unit => match unit.strip_suffix("ib") {
            Some(letter) => (letter, 1024),
            None => unit.strip_suffix('b').map_or((unit, 1024), |letter| (letter, 1000)),
        },
    };
    let power = match letter {
        "" if base == 1 => 0,
        "k" => 1,
        "m" => 2,
        "g" => 3,
        "t" => 4,
        _ => return Err(wrong()),
    };
    Ok((number * base.pow(power) as f64) as u64)
}

/// The size that `--memory` accepts for at least so many bytes: `121M`.
pub(super) fn write_size(bytes: u64) -> String {
    format!("{}M", bytes.div_ceil(1 << 20))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        for (text, bytes) in [
            ("0", 0),
            ("1048576", 1 << 20),
            ("100b", 100),
            ("500M", 500 << 20),
            ("1G", 1 << 30),
            ("1.5G", 3 << 29),
            ("2GiB", 2 << 30),
            ("2 gib", 2 << 30),
            ("2GB", 2_000_000_000),
            ("64k", 64 << 10),
            ("1T", 1 << 40),
            ("99999999999999T", u64::MAX),
        ] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for wrong in ["", "M", "1.5.2G", "12X", "-1G", "1e9", "ib", "1 ib", "half"] {
            assert!(parse_size(wrong).unwrap_err().contains("write it as 500M"), "{wrong}");
        }
        for bytes in [0, 1, 1 << 20, (121 << 20) + 1] {
            assert!(parse_size(&write_size(bytes)).unwrap() >= bytes);
        }
    }
}
