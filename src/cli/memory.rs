//! Sizes of memory: as they are typed, and what the machine has.

/// Reads `500M`, `1.5G`, `2GiB` (powers of 1024), `2GB` (powers of 1000) or plain bytes.
///
/// # Errors
/// A sentence with the way to write it.
pub(super) fn parse_size(text: &str) -> Result<u64, String> {
    let wrong = || format!("{text:?} is not a size; write it as 500M, 1.5G or in bytes");
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

/// The part of the free memory that a build uses unless told otherwise, in percent. The rest is left to the cache of
/// files and to other programs.
pub(super) const DEFAULT_PERCENT: u64 = 80;

/// The memory that a build uses unless told otherwise, in bytes; `None` where the system does not say what is free.
pub(super) fn default_limit() -> Option<u64> {
    available(&std::fs::read_to_string("/proc/meminfo").ok()?).map(|bytes| bytes / 100 * DEFAULT_PERCENT)
}

/// The bytes behind `MemAvailable` in the text of `/proc/meminfo`.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1 << 10)
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

    #[test]
    fn free_memory() {
        assert_eq!(available("MemTotal:  16 kB\nMemAvailable:   24046040 kB\n"), Some(24_046_040 << 10));
        assert_eq!(available("MemTotal:  16 kB\n"), None);
        assert_eq!(available("MemAvailable: many kB\n"), None);
    }
}
