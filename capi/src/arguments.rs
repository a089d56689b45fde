//! What comes from C: pointers and texts, checked as far as they can be.
//!
//! All pointers that come from the other side of the boundary are followed here and nowhere else.

use std::ffi::{CStr, c_char};
use std::mem::size_of;
use std::primitive::usize as size_t;

use super::code::{Failure, PETROV_BUFFER_TOO_SMALL};

/// What a pointer points to.
///
/// # Safety
/// The pointer is null, or points to a valid value that nobody writes to as long as the reference lives.
pub(crate) unsafe fn reference<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    // SAFETY: the caller promises that a pointer that is not null is valid.
    unsafe { pointer.as_ref() }.ok_or_else(|| Failure::argument(format!("{name} is null")))
}

/// A text.
///
/// # Safety
/// The pointer is null, or points to a text with a 0 at its end that nobody writes to as long as the reference lives.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str, Failure> {
    if pointer.is_null() {
        return Err(Failure::argument(format!("{name} is null")));
    }
    // SAFETY: it is not null, and the caller promises the rest.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| Failure::argument(format!("{name} is not UTF-8")))
}

/// Writes a result.
///
/// # Safety
/// The pointer is null, or may be written to.
pub(crate) unsafe fn write<T>(pointer: *mut T, value: T, name: &str) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(Failure::argument(format!("{name} is null")));
    }
    // SAFETY: it is not null, and the caller promises the rest.
    unsafe { pointer.write(value) };
    Ok(())
}

/// A structure that begins with its size. What an older version of it did not have yet is taken from `default`.
///
/// # Safety
/// The pointer is null, or points to as many bytes as the size in front of them says, all of them set.
pub(crate) unsafe fn read_sized<T: Sized>(
    pointer: *const T,
    first: size_t,
    default: T,
    name: &str,
) -> Result<T, Failure> {
    // SAFETY: as the caller promises.
    let size = unsafe { size_of_struct(pointer, first, name) }?;
    let mut read = default;
    // SAFETY: the size is no larger than that of the structure, whose fields are numbers that can be anything.
    unsafe { std::ptr::copy_nonoverlapping(pointer.cast::<u8>(), (&raw mut read).cast::<u8>(), size) };
    Ok(read)
}

/// Writes a structure behind its size, as much of it as the one has that is there.
///
/// # Safety
/// The pointer is null, or to as many bytes may be written as the size in front of them says.
pub(crate) unsafe fn write_sized<T>(pointer: *mut T, first: size_t, value: T, name: &str) -> Result<(), Failure> {
    // SAFETY: as the caller promises.
    let size = unsafe { size_of_struct(pointer, first, name) }?;
    let head = size_of::<size_t>();
    // SAFETY: the size is no larger than that of the structure and no smaller than its head, which stays.
    unsafe {
        let from = (&raw const value).cast::<u8>().add(head);
        std::ptr::copy_nonoverlapping(from, pointer.cast::<u8>().add(head), size - head);
    }
    Ok(())
}

/// The size that stands in front of a structure: at least that of its first version.
///
/// # Safety
/// The pointer is null, or points to a size.
pub(crate) unsafe fn size_of_struct<T>(pointer: *const T, first: size_t, name: &str) -> Result<size_t, Failure> {
    // SAFETY: as the caller promises.
    let size = *unsafe { reference(pointer.cast::<size_t>(), name) }?;
    if (first..=size_of::<T>()).contains(&size) {
        return Ok(size);
    }
    let own = size_of::<T>();
    let message = format!(
        "{name}: struct_size is {size}, and this library knows {first} to {own}; set it to the size of the structure"
    );
    Err(Failure::argument(message))
}

/// Writes results into an array of `capacity`, as many as it takes; an error if they are more.
///
/// # Safety
/// The pointer is null, or so many values may be written there.
pub(crate) unsafe fn write_all<T>(pointer: *mut T, capacity: usize, values: Vec<T>) -> Result<(), Failure> {
    let count = values.len();
    if pointer.is_null() {
        return if capacity == 0 { Ok(()) } else { Err(Failure::argument("the array is null")) };
    }
    for (place, value) in values.into_iter().take(capacity).enumerate() {
        // SAFETY: the place is within the array.
        unsafe { pointer.add(place).write(value) };
    }
    if count > capacity {
        let message = format!("{count} results do not fit in an array of {capacity}");
        return Err(Failure::new(PETROV_BUFFER_TOO_SMALL, message));
    }
    Ok(())
}

/// Writes a text with a 0 at its end into a buffer of `capacity` bytes; if it does not fit there is an empty text and an error.
///
/// # Safety
/// The pointer is null, or so many bytes may be written there.
pub(crate) unsafe fn write_text(pointer: *mut c_char, capacity: usize, text: &str) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(Failure::argument("the buffer is null"));
    }
    let fits = text.len() < capacity;
    let bytes = if fits { text.as_bytes() } else { &[] };
    for (place, &byte) in bytes.iter().chain(&[0]).take(capacity).enumerate() {
        // SAFETY: the place is within the buffer.
        unsafe { pointer.add(place).write(byte as c_char) };
    }
    if fits {
        return Ok(());
    }
    let message = format!("the buffer has {capacity} bytes, {} are needed", text.len() + 1);
    Err(Failure::new(PETROV_BUFFER_TOO_SMALL, message))
}
