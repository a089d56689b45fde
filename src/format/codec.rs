//! Decompressing blocks and other bytes.

use std::fmt;
use std::io;
use std::sync::Mutex;

use zstd::bulk::Decompressor;

/// The first bytes of every zstd frame, left out in the file.
pub const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// Decompresses the blocks of one file, by many threads at once.
pub struct Decoder {
    dictionary: Vec<u8>,
    /// Contexts that no thread uses at the moment; making one costs more than decoding a block.
    idle: Mutex<Vec<Decompressor<'static>>>,
}

impl fmt::Debug for Decoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoder").field("dictionary", &self.dictionary.len()).finish_non_exhaustive()
    }
}

/// More contexts than this are not kept.
const MOST_IDLE: usize = 8;

impl Decoder {
    pub fn new(dictionary: &[u8]) -> Decoder {
        Decoder { dictionary: dictionary.to_vec(), idle: Mutex::new(Vec::new()) }
    }

    /// Decompresses a block into exactly `output.len()` bytes.
    pub fn decode(&self, data: &[u8], output: &mut [u8]) -> io::Result<()> {
        let mut frame = Vec::with_capacity(MAGIC.len() + data.len());
        frame.extend_from_slice(&MAGIC);
        frame.extend_from_slice(data);
        let idle = self.idle.lock().ok().and_then(|mut idle| idle.pop());
        let mut context = match idle {
            Some(context) => context,
            None => Decompressor::with_dictionary(&self.dictionary)?,
        };
        let length = context.decompress_to_buffer(&frame, output)?;
        if let Ok(mut idle) = self.idle.lock()
            && idle.len() < MOST_IDLE
        {
            idle.push(context);
        }
        if length != output.len() {
            return Err(io::ErrorKind::InvalidData.into());
        }
        Ok(())
    }
}

/// The bytes that `shorten` was given, if they are not more than `most`.
///
/// # Errors
/// If they are more, or these bytes were not made of any.
pub fn lengthen(data: &[u8], most: usize) -> io::Result<Vec<u8>> {
    let mut frame = MAGIC.to_vec();
    frame.extend_from_slice(data);
    Decompressor::new()?.decompress(&frame, most)
}
