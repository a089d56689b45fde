//! Decoded blocks in memory, within a limit.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

/// A block of a table: the number of the table, and of the block in it.
pub(super) type BlockKey = (u32, u64);

/// Decoded blocks, for many threads at once.
///
/// Split by key into shards with a lock of their own, so that threads seldom wait for each other. Each shard forgets by
/// second chance: the oldest block goes, unless it was used since its turn came last.
#[derive(Debug)]
pub(super) struct BlockCache {
    shards: Vec<Mutex<Shard>>,
    bytes_of_shard: usize,
}

#[derive(Debug, Default)]
struct Shard {
    blocks: FxHashMap<BlockKey, Block>,
    queue: VecDeque<BlockKey>,
    bytes: usize,
}

#[derive(Debug)]
struct Block {
    bytes: Vec<u8>,
    used: bool,
}

const SHARDS: usize = 16;

impl BlockCache {
    /// A cache of at most so many bytes of decoded blocks, but at least one block in each shard.
    pub(super) fn new(bytes: usize) -> BlockCache {
        BlockCache { shards: (0..SHARDS).map(|_| Mutex::default()).collect(), bytes_of_shard: bytes / SHARDS }
    }

    /// Calls `read` with the bytes of a block, if it is there.
    pub(super) fn get<T>(&self, key: BlockKey, read: impl FnOnce(&[u8]) -> T) -> Option<T> {
        let mut shard = self.shard(key);
        let block = shard.blocks.get_mut(&key)?;
        block.used = true;
        Some(read(&block.bytes))
    }

    /// Keeps a block.
    pub(super) fn insert(&self, key: BlockKey, bytes: Vec<u8>) {
        let mut shard = self.shard(key);
        shard.bytes += bytes.len();
        match shard.blocks.insert(key, Block { bytes, used: false }) {
            // Another thread was faster.
            Some(known) => shard.bytes -= known.bytes.len(),
            None => shard.queue.push_back(key),
        }
        while shard.bytes > self.bytes_of_shard && shard.queue.len() > 1 {
            shard.forget_one();
        }
    }

    /// Bytes of the blocks that are there.
    pub(super) fn bytes(&self) -> usize {
        self.shards.iter().map(|shard| lock(shard).bytes).sum()
    }

    #[inline]
    fn shard(&self, (table, block): BlockKey) -> MutexGuard<'_, Shard> {
        // Neighbouring blocks go to different shards.
        lock(&self.shards[(u64::from(table).wrapping_add(block) % SHARDS as u64) as usize])
    }
}

/// A thread that died with the lock can only have left a block too many or too few: the cache stays right.
#[inline]
fn lock(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shard {
    fn forget_one(&mut self) {
        while let Some(key) = self.queue.pop_front() {
            match self.blocks.get_mut(&key) {
                Some(block) if block.used => {
                    block.used = false;
                    self.queue.push_back(key);
                }
                Some(_) => {
                    self.bytes -= self.blocks.remove(&key).map_or(0, |block| block.bytes.len());
                    return;
                }
                None => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stays_within_its_limit_and_keeps_what_is_used() {
        let cache = BlockCache::new(SHARDS * 100);
        for block in 0..1000 {
            cache.insert((0, block), vec![block as u8; 30]);
            assert!(cache.bytes() <= SHARDS * 100);
            // The first block of a shard is used all the time.
            assert_eq!(cache.get((0, 0), |bytes| bytes.len()), Some(30), "after {block}");
        }
        assert_eq!(cache.get((0, 999), |bytes| bytes[0]), Some(231));
        assert_eq!(cache.get((0, 500), |bytes| bytes[0]), None);
        cache.insert((0, 999), vec![231; 30]);
        assert!(cache.bytes() <= SHARDS * 100);
    }
}
