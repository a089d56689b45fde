//! Compressing and decompressing blocks and other bytes: the only user of zstd.

use std::fmt;
use std::io;
use std::sync::Mutex;

use zstd::bulk::Decompressor;

/// The first bytes of every zstd frame, left out in the file.
const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// Decompresses the blocks of one file, by many threads at once.
pub(super) struct Decoder {
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
    pub(super) fn new(dictionary: &[u8]) -> Decoder {
        Decoder { dictionary: dictionary.to_vec(), idle: Mutex::new(Vec::new()) }
    }

    /// Decompresses a block into exactly `output.len()` bytes.
    pub(super) fn decode(&self, data: &[u8], output: &mut [u8]) -> io::Result<()> {
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

/// Compresses the blocks of one file; one for each thread.
#[cfg(feature = "parallel")]
pub(super) struct Encoder<'d>(zstd::bulk::Compressor<'d>);

#[cfg(feature = "parallel")]
impl<'d> Encoder<'d> {
    pub(super) fn new(dictionary: &[u8], level: i32) -> io::Result<Encoder<'d>> {
        use zstd::zstd_safe::CParameter;
        let mut context = zstd::bulk::Compressor::with_dictionary(level, dictionary)?;
        // The file has lengths and checksums of its own.
        context.set_parameter(CParameter::ContentSizeFlag(false))?;
        context.set_parameter(CParameter::ChecksumFlag(false))?;
        context.set_parameter(CParameter::DictIdFlag(false))?;
        Ok(Encoder(context))
    }

    /// Compresses a block.
    pub(super) fn encode(&mut self, block: &[u8]) -> io::Result<Vec<u8>> {
        let frame = self.0.compress(block)?;
        let data = frame.strip_prefix(&MAGIC).ok_or(io::ErrorKind::InvalidData)?;
        Ok(data.to_vec())
    }
}

/// A dictionary of at most `size` bytes made of samples, or none where they are too few or too much alike.
///
/// # Errors
/// If there is not enough memory: then a file without a dictionary would have other bytes than it should.
#[cfg(feature = "parallel")]
pub(super) fn train(samples: &[Vec<u8>], size: usize) -> io::Result<Vec<u8>> {
    match zstd::dict::from_samples(samples, size) {
        Err(error) if error.to_string().contains("memory") => Err(error),
        dictionary => Ok(dictionary.unwrap_or_default()),
    }
}

/// Any bytes, compressed as one frame without its magic.
#[cfg(feature = "parallel")]
///
/// # Errors
/// If there is not enough memory.
pub fn shorten(bytes: &[u8], level: i32) -> io::Result<Vec<u8>> {
    Encoder::new(&[], level)?.encode(bytes)
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
