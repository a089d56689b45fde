//! Compressing blocks and other bytes: what the reader of files decompresses.

use std::io;

use petrov::internals::format::MAGIC;

/// Compresses the blocks of one file; one for each thread.
pub(super) struct Encoder<'d>(zstd::bulk::Compressor<'d>);

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
pub(super) fn train(samples: &[Vec<u8>], size: usize) -> io::Result<Vec<u8>> {
    match zstd::dict::from_samples(samples, size) {
        Err(error) if error.to_string().contains("memory") => Err(error),
        dictionary => Ok(dictionary.unwrap_or_default()),
    }
}

/// Any bytes, compressed as one frame without its magic.
///
/// # Errors
/// If there is not enough memory.
pub fn shorten(bytes: &[u8], level: i32) -> io::Result<Vec<u8>> {
    Encoder::new(&[], level)?.encode(bytes)
}
