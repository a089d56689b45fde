//! Large pieces of memory, which the system may refuse.

use std::cell::Cell;
use std::collections::TryReserveError;

thread_local! {
    /// Whether this thread asks for memory that it can do without.
    static ASKING: Cell<bool> = const { Cell::new(false) };
}

/// Makes room for so many more elements.
///
/// # Errors
/// If there is no memory for them.
pub fn reserve<T>(elements: &mut Vec<T>, more: u64) -> Result<(), TryReserveError> {
    ASKING.set(true);
    let reserved = elements.try_reserve_exact(usize::try_from(more).unwrap_or(usize::MAX));
    ASKING.set(false);
    reserved
}

/// Whether the memory that is asked for right now may be refused. The program ends with a sentence where it may not.
pub fn may_be_refused() -> bool {
    ASKING.get()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_is_refused() {
        let mut elements = vec![1_u64];
        assert!(reserve(&mut elements, u64::MAX).is_err() && reserve(&mut elements, 1 << 59).is_err());
        assert!(!may_be_refused());
        reserve(&mut elements, 100).unwrap();
        assert!(elements.capacity() > 100 && elements == [1]);
    }
}
