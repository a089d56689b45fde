//! Decoded parts of tables in memory, within a limit.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

/// A part of a table: the number of the table, and of the part in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PartKey(u64);

impl PartKey {
    /// Parts of a table are fewer than 2^44, as each has a block of at least a few bytes in a file, and tables fewer than 2^20.
    #[inline(always)]
    pub(super) fn new(table: u32, part: u64) -> PartKey {
        debug_assert!(table < 1 << 20 && part < 1 << 44);
        PartKey(u64::from(table) << 44 | part)
    }
}

/// Decoded parts, for many threads at once.
///
/// Split by key into shards with a lock of their own, so that threads seldom wait for each other. Each shard forgets by
/// second chance: the oldest part goes, unless it was used since its turn came last.
#[derive(Debug)]
pub(super) struct PartCache {
    shards: Vec<Alone<Mutex<Shard>>>,
    bytes_of_shard: usize,
}

/// In memory of its own, as threads that use neighbours would slow each other down.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Alone<T>(T);

/// Parts one behind the other in one piece of memory, which is written round and round: parts are small, and memory and a
/// pointer for each would cost as much as they do.
#[derive(Debug, Default)]
struct Shard {
    places: FxHashMap<PartKey, Place>,
    /// In the order in which they were written.
    queue: VecDeque<PartKey>,
    memory: Vec<u8>,
    /// Where the next part is written.
    head: usize,
    /// Bytes of all parts.
    bytes: usize,
}

/// Where a part lies; small, so that many fit in the caches of the processor.
#[derive(Clone, Copy, Debug)]
struct Place {
    start: u32,
    /// The length, and in the lowest bit whether it was used.
    length: u32,
}

impl Place {
    fn length(self) -> usize {
        (self.length >> 1) as usize
    }
}

const SHARDS: usize = 64;

impl PartCache {
    /// A cache of at most so many bytes of decoded parts, but at least one part in each shard.
    pub(super) fn new(bytes: usize) -> PartCache {
        let bytes_of_shard = (bytes / SHARDS).min(u32::MAX as usize / 2);
        PartCache { shards: (0..SHARDS).map(|_| Alone::default()).collect(), bytes_of_shard }
    }

    /// Calls `read` with the bytes of a part, if it is there.
    #[inline]
    pub(super) fn get<T>(&self, key: PartKey, read: impl FnOnce(&[u8]) -> T) -> Option<T> {
        let mut shard = self.shard(key);
        let place = shard.places.get_mut(&key)?;
        place.length |= 1;
        let (start, length) = (place.start as usize, place.length());
        Some(read(&shard.memory[start..start + length]))
    }

    /// Keeps a part.
    pub(super) fn insert(&self, key: PartKey, bytes: &[u8]) {
        let mut shard = self.shard(key);
        if shard.places.contains_key(&key) {
            // Another thread was faster.
            return;
        }
        let again = shard.write(key, bytes, self.bytes_of_shard);
        for (key, bytes) in again {
            // Who is driven out now was used less recently.
            shard.write(key, &bytes, self.bytes_of_shard);
        }
        if !shard.places.contains_key(&key) {
            // There is room for them or for the new one.
            shard.write(key, bytes, self.bytes_of_shard);
        }
    }

    /// Bytes of the parts that are there.
    pub(super) fn bytes(&self) -> usize {
        self.shards.iter().map(|shard| lock(&shard.0).bytes).sum()
    }

    #[inline]
    fn shard(&self, PartKey(key): PartKey) -> MutexGuard<'_, Shard> {
        // Neighbouring parts go to different shards.
        lock(&self.shards[((key >> 44).wrapping_add(key) % SHARDS as u64) as usize].0)
    }
}

/// A thread that died with the lock can only have left a part too many or too few: the cache stays right.
#[inline]
fn lock(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shard {
    /// Writes a part in place of the oldest ones. Returns those of them that were used since they were written.
    fn write(&mut self, key: PartKey, bytes: &[u8], limit: usize) -> Vec<(PartKey, Vec<u8>)> {
        let mut again = Vec::new();
        let limit = limit.max(bytes.len());
        if self.head + bytes.len() > limit {
            // What lies behind is the oldest.
            while self.oldest().is_some_and(|place| place.start as usize >= self.head) {
                self.forget_oldest(&mut again);
            }
            self.head = 0;
        }
        let end = self.head + bytes.len();
        while self.oldest().is_some_and(|place| {
            let start = place.start as usize;
            start < end && self.head < start + place.length()
        }) {
            self.forget_oldest(&mut again);
        }
        if self.memory.len() < end {
            if self.memory.capacity() < end {
                let wanted = (2 * self.memory.capacity()).clamp(end, limit);
                self.memory.reserve_exact(wanted - self.memory.len());
            }
            self.memory.resize(end, 0);
        }
        self.memory[self.head..end].copy_from_slice(bytes);
        let place = Place { start: self.head as u32, length: (bytes.len() as u32) << 1 };
        self.places.insert(key, place);
        self.queue.push_back(key);
        self.bytes += bytes.len();
        self.head = end;
        again
    }

    fn oldest(&self) -> Option<Place> {
        self.queue.front().and_then(|key| self.places.get(key)).copied()
    }

    fn forget_oldest(&mut self, again: &mut Vec<(PartKey, Vec<u8>)>) {
        let Some(key) = self.queue.pop_front() else { return };
        let Some(place) = self.places.remove(&key) else { return };
        self.bytes -= place.length();
        // A few of those that are still in use stay; were it all of them, nothing new would find room.
        if place.length & 1 == 1 && again.len() < MOST_AGAIN {
            let start = place.start as usize;
            again.push((key, self.memory[start..start + place.length()].to_vec()));
        }
    }
}

/// Parts that get a second chance for each one that is written.
const MOST_AGAIN: usize = 2;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stays_within_its_limit_and_keeps_what_is_used() {
        let cache = PartCache::new(SHARDS * 100);
        for part in 0..1000 {
            cache.insert(PartKey::new(0, part), &[part as u8; 30]);
            assert!(cache.bytes() <= SHARDS * 100);
            // The first part of a shard is used all the time.
            assert_eq!(cache.get(PartKey::new(0, 0), |bytes| bytes.len()), Some(30), "after {part}");
        }
        assert_eq!(cache.get(PartKey::new(0, 999), |bytes| bytes[0]), Some(231));
        assert_eq!(cache.get(PartKey::new(0, 500), |bytes| bytes[0]), None);
        cache.insert(PartKey::new(0, 999), &[231; 30]);
        assert!(cache.bytes() <= SHARDS * 100);
    }

    #[test]
    fn parts_of_any_length_come_back_or_are_gone() {
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        let mut random = |bound: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % bound
        };
        // The length of a part follows from its number, and so does what it holds.
        let length = |part: u64| if part.is_multiple_of(97) { 3000 } else { 1 + (part * 31 % 400) as usize };
        for limit in [0, 500, 2000, 100_000] {
            let cache = PartCache::new(SHARDS * limit);
            let mut there = 0;
            for _ in 0..20_000 {
                let part = random(2000);
                let known = cache.get(PartKey::new(1, part), |bytes| {
                    assert_eq!(bytes.len(), length(part));
                    assert!(bytes.iter().all(|&byte| byte == part as u8));
                });
                there += u32::from(known.is_some());
                if known.is_none() {
                    cache.insert(PartKey::new(1, part), &vec![part as u8; length(part)]);
                    assert!(cache.get(PartKey::new(1, part), |_| ()).is_some(), "what was written last is there");
                }
                assert!(cache.bytes() <= SHARDS * limit.max(3000));
            }
            assert!(there > if limit == 0 { 0 } else { 100 }, "{limit}: {there}");
        }
    }
}
