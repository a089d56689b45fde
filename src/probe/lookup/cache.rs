//! Decoded parts of tables in memory, within a limit.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use arc_swap::ArcSwapAny;
use triomphe::ThinArc;

/// A part of a table: the number of the table, and of the part in it, one more, so that none is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PartKey(u64);

/// Numbers of tables are below this.
pub(crate) const MOST_TABLES: u32 = 1 << 20;

impl PartKey {
    /// Parts of a table are fewer than 2^44, as each has a block of at least a few bytes in a file.
    #[inline(always)]
    pub(crate) fn new(table: u32, part: u64) -> PartKey {
        debug_assert!(table < MOST_TABLES && part < (1 << 44) - 1);
        PartKey(u64::from(table) << 44 | (part + 1))
    }
}

/// Decoded parts, for many threads at once.
///
/// A part has its place in one of a few slots, by its key, and readers take no lock: memory that one processor writes, a lock
/// too, must be fetched by the others, which takes longer than all the rest of a probe. What is beyond the limit goes by second
/// chance: slot after slot, unless it was used since its turn came last.
#[derive(Debug)]
pub(crate) struct PartCache {
    /// Made when a part comes into them, as most programs read little.
    segments: Vec<OnceLock<Box<[Set]>>>,
    sets_of_segment: usize,
    limit: usize,
    /// Bytes of all parts.
    bytes: AtomicUsize,
    /// Parts that came in.
    loads: AtomicU64,
    /// The set whose turn it is to forget.
    hand: AtomicUsize,
}

/// The slots where a part can be: all in one line of a processor's cache.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Set([Slot; WAYS]);

#[derive(Debug, Default)]
struct Slot {
    /// The key of the part, or of the one that is about to come or was here before.
    key: AtomicU64,
    part: ArcSwapAny<Option<Part>>,
}

/// The bytes of a part behind its label, in one piece of memory.
type Part = ThinArc<Label, u8>;

#[derive(Debug)]
struct Label {
    key: PartKey,
    /// Whether it was read since it came, or since its turn to go came last.
    used: AtomicBool,
}

const WAYS: usize = 4;
const SEGMENTS: usize = 256;
/// There is a slot for so many bytes: most parts have more.
const BYTES_OF_SLOT: usize = 256;
/// More slots would take more memory than most machines have, where one means "no limit".
const MOST_SETS: usize = 1 << 24;

impl PartCache {
    /// A cache of at most so many bytes of decoded parts.
    pub(crate) fn new(bytes: usize) -> PartCache {
        let sets = (bytes / BYTES_OF_SLOT / WAYS).min(MOST_SETS).next_power_of_two().max(SEGMENTS);
        PartCache {
            segments: (0..SEGMENTS).map(|_| OnceLock::new()).collect(),
            sets_of_segment: sets / SEGMENTS,
            limit: bytes,
            bytes: AtomicUsize::new(0),
            loads: AtomicU64::new(0),
            hand: AtomicUsize::new(0),
        }
    }

    /// Calls `read` with the bytes of a part, if it is there.
    #[inline]
    pub(crate) fn get<T>(&self, key: PartKey, read: impl FnOnce(&[u8]) -> T) -> Option<T> {
        let (segment, set) = self.place(key);
        let slots = &self.segments[segment].get()?[set].0;
        for slot in slots.iter().filter(|slot| slot.key.load(Relaxed) == key.0) {
            let part = slot.part.load();
            // The key of a slot and its part are not written at once, so another part may stay under this key.
            let Some(part) = part.as_ref().filter(|part| part.header.header.key == key) else { continue };
            let used = &part.header.header.used;
            if !used.load(Relaxed) {
                // Only then, for what is written must be fetched by others.
                used.store(true, Relaxed);
            }
            return Some(read(&part.slice));
        }
        None
    }

    /// Keeps a part that was decoded.
    pub(crate) fn insert(&self, key: PartKey, bytes: &[u8]) {
        self.loads.fetch_add(1, Relaxed);
        if bytes.len() > self.limit || self.get(key, |_| ()).is_some() {
            // There is no room for it, or another thread was faster.
            return;
        }
        let (segment, set) = self.place(key);
        let sets = self.segments[segment].get_or_init(|| (0..self.sets_of_segment).map(|_| Set::default()).collect());
        let slots = &sets[set].0;
        // One under its key already, which has another part; an empty one; one that was not used lately; or any.
        let unused = |slot: &&Slot| slot.part.load().as_ref().is_none_or(|part| !part.header.header.used.load(Relaxed));
        let any = key.0 as usize % WAYS;
        let own = slots.iter().find(|slot| slot.key.load(Relaxed) == key.0);
        let empty = || slots.iter().find(|slot| slot.part.load().is_none());
        let slot = own.or_else(empty).or_else(|| slots.iter().find(unused)).unwrap_or(&slots[any]);
        self.make_room(bytes.len());
        let part = Part::from_header_and_slice(Label { key, used: AtomicBool::new(true) }, bytes);
        slot.key.store(key.0, Relaxed);
        self.forgotten(slot.part.swap(Some(part)));
    }

    /// Bytes of the parts that are there.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    /// Parts that were decoded since the cache was made.
    pub(crate) fn loads(&self) -> u64 {
        self.loads.load(Relaxed)
    }

    /// Forgets parts until there is room for so many bytes, and takes it.
    fn make_room(&self, wanted: usize) {
        let take = |bytes: usize| (bytes + wanted <= self.limit).then_some(bytes + wanted);
        while self.bytes.fetch_update(Relaxed, Relaxed, take).is_err() {
            self.forget_some();
        }
    }

    /// Forgets what was not used of the set whose turn it is.
    fn forget_some(&self) {
        let turn = self.hand.fetch_add(1, Relaxed);
        // All sets of all segments, a segment at a time.
        let (segment, set) = (turn / self.sets_of_segment % SEGMENTS, turn % self.sets_of_segment);
        let Some(sets) = self.segments[segment].get() else { return };
        for slot in &sets[set].0 {
            let used = slot.part.load().as_ref().is_some_and(|part| part.header.header.used.swap(false, Relaxed));
            if !used {
                self.forgotten(slot.part.swap(None));
            }
        }
    }

    fn forgotten(&self, part: Option<Part>) {
        if let Some(part) = part {
            self.bytes.fetch_sub(part.slice.len(), Relaxed);
        }
    }

    /// The segment and the set of a part.
    #[inline(always)]
    fn place(&self, PartKey(key): PartKey) -> (usize, usize) {
        // The golden ratio spreads keys that follow each other.
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (segment, set) = ((spread >> 56) as usize % SEGMENTS, (spread >> 16) as usize);
        (segment, set & (self.sets_of_segment - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stays_within_its_limit_and_keeps_what_is_used() {
        let limit = 20_000;
        let cache = PartCache::new(limit);
        for part in 0..5000 {
            cache.insert(PartKey::new(0, part), &[part as u8; 30]);
            assert!(cache.bytes() <= limit);
            // The first part is used all the time.
            assert_eq!(cache.get(PartKey::new(0, 0), |bytes| bytes.len()), Some(30), "after {part}");
        }
        assert_eq!(cache.get(PartKey::new(0, 4999), |bytes| bytes[0]), Some(4999_u64 as u8));
        assert_eq!(cache.get(PartKey::new(0, 500), |bytes| bytes[0]), None);
        let there = (0..5000).filter(|&part| cache.get(PartKey::new(0, part), |_| ()).is_some()).count();
        assert_eq!(there * 30, cache.bytes());
        assert!(cache.bytes() > limit / 2, "{}", cache.bytes());
        cache.insert(PartKey::new(0, 4999), &[0; 30]);
        assert_eq!(cache.get(PartKey::new(0, 4999), |bytes| bytes[0]), Some(4999_u64 as u8), "what is there stays");
    }

    #[test]
    fn a_part_under_the_key_of_another_hides_nothing() {
        let cache = PartCache::new(20_000);
        let own = PartKey::new(0, 7);
        let beside = |key: &PartKey| cache.place(*key) == cache.place(own);
        let other = (8..).map(|part| PartKey::new(0, part)).find(beside).unwrap();
        cache.insert(other, &[8; 30]);
        let (segment, set) = cache.place(own);
        let slots = &cache.segments[segment].get().unwrap()[set].0;
        // As two threads can leave it that take the same slot.
        slots[0].key.store(own.0, Relaxed);
        assert_eq!(cache.get(own, |bytes| bytes[0]), None);
        let part = || Part::from_header_and_slice(Label { key: own, used: AtomicBool::new(true) }, &[7; 30]);
        slots[1].key.store(own.0, Relaxed);
        slots[1].part.store(Some(part()));
        assert_eq!(cache.get(own, |bytes| bytes[0]), Some(7));
        slots[1].part.store(None);
        cache.insert(own, &[7; 30]);
        assert_eq!(cache.get(own, |bytes| bytes[0]), Some(7));
        assert_eq!(cache.bytes(), 30, "the other part went");
    }

    #[test]
    fn no_limit_takes_no_more_than_there_is() {
        for bytes in [usize::MAX, usize::MAX / 2 + 1, 1 << 60] {
            let cache = PartCache::new(bytes);
            for part in 0..8 {
                cache.insert(PartKey::new(0, part), &[part as u8; 30]);
                assert_eq!(cache.get(PartKey::new(0, part), |bytes| bytes[0]), Some(part as u8));
            }
            assert_eq!(cache.bytes(), 8 * 30);
        }
    }

    /// The length of a part follows from its number, and so does what it holds.
    fn part(number: u64) -> Vec<u8> {
        vec![number as u8; if number.is_multiple_of(97) { 3000 } else { 1 + (number * 31 % 400) as usize }]
    }

    #[test]
    fn parts_of_any_length_come_back_or_are_gone() {
        for limit in [0, 500, 20_000, 10_000_000] {
            let cache = PartCache::new(limit);
            // Several threads at once read and write the same parts.
            let there = std::thread::scope(|scope| {
                let cache = &cache;
                // Where little has room, it is looked for among many empty slots.
                let count = if limit < 20_000 { 1000 } else { 20_000 };
                let threads: Vec<_> = (1..=4).map(|thread| scope.spawn(move || work(cache, thread, count))).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).sum::<u32>()
            });
            assert!(cache.bytes() <= limit);
            assert!(limit < 20_000 || there > 1000, "{limit}: {there}");
            let numbers = (0..2000).filter(|&number| cache.get(PartKey::new(1, number), |_| ()).is_some());
            let bytes = numbers.map(|number| part(number).len()).sum::<usize>();
            assert!(bytes <= cache.bytes(), "{bytes} of {}", cache.bytes());
        }
    }

    fn work(cache: &PartCache, thread: u64, count: u32) -> u32 {
        let mut state = thread.wrapping_mul(0x2545_f491_4f6c_dd1d);
        let mut there = 0;
        for _ in 0..count {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let number = state % 2000;
            let known = cache.get(PartKey::new(1, number), |bytes| assert_eq!(bytes, part(number)));
            there += u32::from(known.is_some());
            if known.is_none() {
                cache.insert(PartKey::new(1, number), &part(number));
            }
        }
        there
    }
}
