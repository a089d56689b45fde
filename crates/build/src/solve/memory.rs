//! What memory the machine has.

/// The part of the free memory that a build uses unless told otherwise, in percent. The rest is left to the cache of
/// files and to other programs.
///
/// ```
/// assert_eq!(petrov_build::solve::DEFAULT_PERCENT, 80);
/// ```
pub const DEFAULT_PERCENT: u64 = 80;

/// The memory that a build uses unless told otherwise, in bytes: [`DEFAULT_PERCENT`] of what is free; `None` where the system
/// does not say what that is.
///
/// ```
/// let limit = petrov_build::solve::default_memory().unwrap_or(1 << 30);
/// assert!(limit > 0);
/// ```
pub fn default_memory() -> Option<u64> {
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
    fn free_memory() {
        assert_eq!(available("MemTotal:  16 kB\nMemAvailable:   24046040 kB\n"), Some(24_046_040 << 10));
        assert_eq!(available("MemTotal:  16 kB\n"), None);
        assert_eq!(available("MemAvailable: many kB\n"), None);
    }
}
