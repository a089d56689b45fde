//! Files that have valid checksums and hold something absurd: an error or the right value, never a panic, never a huge
//! piece of memory.

use std::fs;

use crate::tables::allocation::largest_of;
use crate::tables::forge::{CLOCK_BYTES, Declared, Forged, KIND_COMPRESSED, KIND_CONSTANT, KIND_PLAIN};
use crate::tables::originals::{Original, original, original_of_events};
use crate::tables::{DISTANCES, Random, build_in, up_to, with_clocks};
use petrov::Tablebase;
use petrov::format::{MANIFEST, TableErrorKind};
use petrov::internals::format::{Header, Source};
use petrov::probe::Options;
use petrov::rules::{DEFAULT_SET, Russian, Variant};
use petrov_build::verify::{Progress, Task, verify};

/// A change to the header of a file.
type Change = (&'static str, fn(&mut Forged));

/// Headers that lie about lengths, and headers that fit together and say something absurd.
const HOSTILE: &[Change] = &[
    ("blocks beyond the file", |file| file.declared.blocks = u32::MAX),
    ("some blocks more", |file| file.declared.blocks += 3),
    ("a dictionary beyond the file", |file| file.declared.dictionary = u32::MAX),
    ("statistics beyond the file", |file| file.declared.statistics = u32::MAX),
    ("all of them", |file| {
        file.declared = Declared { blocks: u32::MAX, dictionary: u32::MAX, statistics: u32::MAX, data: u64::MAX };
    }),
    ("data beyond all files", |file| file.declared.data = u64::MAX),
    ("data that overflow with the header", |file| file.declared.data = u64::MAX - file.header_bytes() as u64 + 1),
    ("the most entries", |file| set_entries(file, u64::MAX)),
    ("the most entries in the smallest blocks", |file| {
        set_entries(file, u64::MAX);
        file.block_entries = 1;
    }),
    ("the most entries without blocks", |file| {
        set_entries(file, u64::MAX);
        file.constants = [1, if file.kinds[4] == 2 { 1 } else { u16::MAX }];
        (file.words, file.checksums, file.data) = Default::default();
        file.declare();
    }),
    ("no entries", |file| {
        set_entries(file, 0);
        (file.words, file.checksums, file.data) = Default::default();
        file.declare();
    }),
    ("one entry more", |file| set_entries(file, file.entries + 1)),
    ("statistics that overflow", |file| file.statistics[..16].fill(0xFF)),
    ("statistics that are too short", |file| {
        file.statistics.truncate(20);
        file.declare();
    }),
    ("statistics that are too long", |file| {
        file.statistics.extend([0; 8]);
        file.declare();
    }),
    ("blocks of no entries", |file| file.block_entries = 0),
    ("blocks of the most entries", |file| file.block_entries = u32::MAX),
    ("blocks of five entries", |file| file.block_entries = 5),
    ("a block longer than the data", |file| file.words[0] |= 0x00FF_FFFF),
    ("a block without data", |file| file.words[0] &= 0xFF00_0000),
    ("a block of an unknown kind", |file| file.words[0] |= 0xFF00_0000),
    ("a block of a value that there is not", |file| {
        file.replace(0, KIND_CONSTANT, &[]);
        file.words[0] = 0x00FF_FFFF;
    }),
    ("a plain block of another length", |file| file.replace(0, KIND_PLAIN, &[0; 7])),
    ("blocks upon blocks", |file| {
        file.words = vec![0; 1 << 16];
        (file.checksums, file.data) = Default::default();
        file.declare();
    }),
    ("no halves", |file| file.kinds[4] = 0),
    ("three halves", |file| file.kinds[4] = 3),
    ("a constant that is no value", |file| file.constants[0] = u16::MAX - 1),
    ("no pieces", |file| file.material = [0; 4]),
    ("many pieces", |file| file.material = [255; 4]),
    ("the weaker side first", |file| file.material.rotate_left(2)),
    ("a game without a name", |file| file.game = [0; 48]),
    ("a game with a long name", |file| file.game = [b'x'; 48]),
    ("a game with a name in two parts", |file| file.game[40] = b'x'),
    ("a game with line ends in its name", |file| file.game[..2].fill(b'\n')),
    ("parts that do not fit", |file| file.parts = 7),
    ("one part", |file| file.parts = 1),
    ("no parts, or many", |file| file.parts = if file.parts == 0 { 32 } else { 0 }),
    ("smaller parts", |file| file.parts = 64),
    ("parts of too many entries", |file| (file.parts, file.block_entries) = (2, 2 * 16_390)),
    ("the largest parts", |file| (file.parts, file.block_entries) = (32, 32 * 16_380)),
    ("another codec", |file| file.kinds[1] ^= 3),
    ("a dictionary of nonsense", |file| {
        file.dictionary = vec![0x5A; 5000];
        file.declare();
    }),
    ("a dictionary that is none", |file| {
        // The first bytes of a dictionary of zstd, and nothing of what belongs behind them.
        file.dictionary = [0x37, 0xA4, 0x30, 0xEC].repeat(100);
        file.declare();
    }),
    ("an endless dictionary", |file| {
        file.dictionary = vec![0; (1 << 20) + 1];
        file.declare();
    }),
];

/// Sets the entries of a half, with statistics that agree: all of them draws.
fn set_entries(file: &mut Forged, entries: u64) {
    file.entries = entries;
    let none = (u16::MAX.to_le_bytes(), u64::MAX.to_le_bytes());
    let mut half = [0, entries, 0].map(u64::to_le_bytes).concat();
    if file.kinds[0] == 1 {
        half.extend([&none.0[..], &none.1, &none.0, &none.1].concat());
    }
    file.statistics = half.repeat(usize::from(file.kinds[4]));
    file.declare();
}

#[test]
fn hostile_headers_with_valid_checksums() {
    /// More than any right file of these materials needs at once, the bytes of the file apart.
    const MOST_BYTES: usize = 4 << 20;
    let names = ["KvM.wdl", "KvM.dtw", "MvM.wdl", "KKMvK.wdl", "KKMvK.dtw", "KKKvM.wdl"];
    let whole: Vec<Original> = names.iter().map(|name| original(name).whole()).collect();
    for (name, original) in names.into_iter().chain(names).zip(names.map(original).into_iter().chain(&whole)) {
        for (what, change) in HOSTILE {
            let mut forged = original.forged();
            change(&mut forged);
            let bytes = forged.bytes();
            let (error, largest) = largest_of(|| original.error_of(bytes.clone(), what));
            println!("{name}, {what}: {error:?}, {largest} bytes");
            assert!(largest < MOST_BYTES, "{name}, {what}: {largest} bytes");
            // Without the identity that the name of the file gives.
            let (_, largest) = largest_of(|| Header::read(&Source::Memory(bytes.into())).is_ok());
            assert!(largest < MOST_BYTES, "{name}, {what}: {largest} bytes for the header alone");
        }
    }
}

#[test]
fn hostile_statistics_of_distances() {
    let original = original("MMvM.dtw");
    // Behind wins, draws and losses: the longest win in plies and its entry, the same of losses.
    let changes: [(usize, &[u8]); 6] = [
        (24, &[0xFE, 0xFF]),
        (24, &[0xFF, 0xFF]),
        (24, &[0, 0]),
        (26, &[0xFF; 8]),
        (34, &[0xFE, 0xFF]),
        (36, &[0xFF; 7]),
    ];
    for (at, bytes) in changes {
        let mut forged = original.forged();
        forged.statistics[at..at + bytes.len()].copy_from_slice(bytes);
        let error = original.error_of(forged.bytes(), at);
        assert!(matches!(error, Some(TableErrorKind::Field { name: "statistics", .. })), "{at}: {error:?}");
    }
}

#[test]
fn clocks_that_are_defined_in_another_way() {
    let original = original_of_events("KvM.ru.bal5.clk");
    let right = original.identity.clock;
    assert_eq!(right, "ru.bal5 K1+,M0+,0+ v K1+,M0+,0+ of 2-3 Anywhere Conversion Each 5");
    let error = |definition: &str| {
        let mut forged = original.forged();
        forged.set_clock(definition);
        original.error_of(forged.bytes(), definition)
    };
    assert!(error(right).is_none());
    for made_up in
        [right.replace("Each 5", "Each 6"), right.replace("Each", "Stronger"), format!("{right} "), "ru.bal5".into()]
    {
        let error = error(&made_up);
        let expected = matches!(&error, Some(TableErrorKind::OtherClock { found, expected }) if (&**found, &**expected) == (&*made_up, right));
        assert!(expected, "{made_up:?}: {error:?}");
    }
    let other = error(&right.replacen("ru.bal5", "ru.bal6", 1));
    assert!(matches!(other, Some(TableErrorKind::OtherMetric { found, .. }) if found.name() == "ru.bal6"));
    for nonsense in ["", " ", "Russian 5", "ru.bal5\n", "a.name.that.is.too.long 5"] {
        let error = error(nonsense);
        assert!(matches!(error, Some(TableErrorKind::Field { name: "clock", .. })), "{nonsense:?}: {error:?}");
    }
    // Too short for a definition.
    let mut forged = original.forged();
    forged.statistics.truncate(CLOCK_BYTES - 1);
    forged.declare();
    assert!(original.error_of(forged.bytes(), "a short one").is_some());
}

#[test]
fn hostile_headers_of_tables_of_events() {
    /// As above.
    const MOST_BYTES: usize = 4 << 20;
    for name in ["KvM.dtc", "KvM.dtz", "KvM.default.clk", "MvM.ru.kings15.clk", "KKvM.default.clk"] {
        let original = original_of_events(name);
        for (what, change) in HOSTILE.iter().filter(|(what, _)| !what.starts_with("the most entries")) {
            let mut forged = original.forged();
            if forged.words.is_empty() && what.contains("block") {
                continue;
            }
            change(&mut forged);
            let (error, largest) = largest_of(|| original.error_of(forged.bytes(), what));
            println!("{name}, {what}: {error:?}, {largest} bytes");
            assert!(largest < MOST_BYTES, "{name}, {what}: {largest} bytes");
        }
    }
}

/// Bytes of what a half says at its end of wins, and of losses, that are taken away: how many, and the lowest entry.
const TAKEN_BYTES: usize = 16;

#[test]
fn hostile_counts_of_what_a_clock_takes_away() {
    for name in ["KvM.ru.bal5.clk", "KKvM.default.clk"] {
        let original = original_of_events(name);
        let end = original.forged().statistics.len();
        for at in [end - TAKEN_BYTES, end - 2 * TAKEN_BYTES] {
            let error = |count: u64, entry: u64| {
                let mut forged = original.forged();
                forged.statistics[at..at + 8].copy_from_slice(&count.to_le_bytes());
                forged.statistics[at + 8..at + TAKEN_BYTES].copy_from_slice(&entry.to_le_bytes());
                original.error_of(forged.bytes(), format!("{count}, {entry}"))
            };
            assert!(error(0, u64::MAX).is_none(), "nothing is taken away");
            for (count, entry) in [(u64::MAX, 0), (1, u64::MAX), (0, 0), (1, original.identity.entries), (1 << 20, 1)] {
                let error = error(count, entry);
                let expected = matches!(error, Some(TableErrorKind::Field { name: "statistics", .. }));
                assert!(expected, "{name}: {count}, {entry}: {error:?}");
            }
        }
    }
}

/// What zstd makes of some bytes, as it stands in a file: without the first four.
fn compressed(bytes: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(bytes, 3).unwrap()[4..].to_vec()
}

#[test]
fn blocks_that_match_their_checksum_and_cannot_be_decoded() {
    let mut random = Random(0x5555_aaaa_1234_4321);
    for name in ["KvM.wdl", "KvM.dtw", "KKMvK.wdl", "KKMvK.dtw"] {
        let original = original(name).whole();
        let length = original.block(1).len();
        let with_block = |data: &[u8]| {
            let mut forged = original.forged();
            forged.replace(1, KIND_COMPRESSED, data);
            original.error_of(forged.bytes(), "another block")
        };
        let is_undecodable = |error| matches!(error, Some(TableErrorKind::BlockData { block: 1 }));
        for wrong in [0, 1, length - 1, length + 1, 2 * length, 1 << 20] {
            assert!(is_undecodable(with_block(&compressed(&vec![1; wrong]))), "{name}: {wrong} bytes");
        }
        // A frame that claims to hold an exabyte.
        assert!(is_undecodable(with_block(&[0xE0, 0, 0, 0, 0, 0, 0, 0, 0x10, 1, 0, 0])), "{name}");
        for number in 0..300 {
            let data: Vec<u8> = (0..1 + random.below(100)).map(|_| random.below(256) as u8).collect();
            assert!(is_undecodable(with_block(&data)), "{name}: garbage {number}");
        }
    }
}

#[test]
fn blocks_in_parts_that_match_their_checksum_and_hold_anything() {
    let mut random = Random(0x1357_9bdf_0246_8ace);
    for name in ["KKvM.wdl", "KKvM.dtw", "KKMvK.wdl", "KKMvK.dtw"] {
        let original = original(name);
        let right = original.forged().blocks()[0].clone();
        let mut refused = 0;
        for number in 0..300 {
            let mut data = right.clone();
            match number % 3 {
                // The lengths of the parts no longer are those of the block.
                0 => data[random.below(12) as usize] ^= 1 + random.below(255) as u8,
                // Other values, as far as anybody can tell.
                1 => (0..9).for_each(|_| *data.last_mut().unwrap() ^= random.below(256) as u8),
                _ => data = (0..1 + random.below(100)).map(|_| random.below(256) as u8).collect(),
            }
            let mut forged = original.forged();
            forged.replace(0, KIND_COMPRESSED, &data);
            match original.read(forged.bytes()) {
                Ok(values) => assert!(number % 3 == 1 || data == right, "{name}: {number}: {}", values.len()),
                Err(error) => {
                    assert!(matches!(error.kind, TableErrorKind::BlockData { block: 0 }), "{error}");
                    refused += 1;
                }
            }
        }
        assert!(refused >= 190, "{name}: {refused}");
        let mut plain = original.forged();
        plain.replace(0, KIND_PLAIN, &right);
        assert!(original.error_of(plain.bytes(), "a plain block").is_some());
    }
}

#[test]
fn bytes_that_no_five_values_make() {
    for name in ["KvM.wdl", "KKMvK.wdl"] {
        let original = original(name).whole();
        let right = original.block(0);
        for byte in 243..=255 {
            for at in [0, right.len() / 2, right.len() - 1] {
                let mut block = right.clone();
                block[at] = byte;
                for (kind, data) in [(KIND_PLAIN, block.clone()), (KIND_COMPRESSED, compressed(&block))] {
                    let mut forged = original.forged();
                    forged.replace(0, kind, &data);
                    let error = original.error_of(forged.bytes(), byte);
                    assert!(matches!(error, Some(TableErrorKind::BlockData { block: 0 })), "{byte} at {at}: {error:?}");
                }
            }
        }
    }
}

#[test]
fn distances_beyond_all_that_the_statistics_say() {
    let directory = tempfile::tempdir().unwrap();
    let folder = build_in::<Russian>(directory.path(), 2, DISTANCES).unwrap();
    let tablebase = || {
        let mut tablebase = Tablebase::with_options(Russian::GAME, Options::default().with_embedded(false));
        tablebase.add_directory(directory.path()).unwrap();
        tablebase
    };
    let right = tablebase();
    let material = "KvM".parse().unwrap();
    let positions = (0..2).flat_map(|half| (0..868).map(move |entry| (half, entry)));
    let positions: Vec<_> = positions.map(|(half, entry)| right.position(material, half, entry).unwrap()).collect();
    let answers: Vec<_> = positions.iter().map(|position| right.probe(position).unwrap()).collect();
    let mut forged = original("KvM.dtw").forged();
    // Two bytes each, all of them the largest there is.
    forged.kinds[2] = 2;
    for half in 0..2 {
        forged.replace(half, KIND_PLAIN, &[0xFF; 2 * 868]);
    }
    fs::write(folder.join("KvM.dtw"), forged.bytes()).unwrap();
    let wrong = tablebase();
    for (position, answer) in positions.iter().zip(answers) {
        // A draw needs no distance, and after a capture none of this table.
        assert!(wrong.probe(position).is_ok_and(|found| found == answer) || wrong.probe(position).is_err());
        let _ = (wrong.moves(position), wrong.line(position, 50));
    }
    // The sum of the file is that of the build before; without it the file counts as finished.
    fs::remove_file(folder.join(MANIFEST)).unwrap();
    assert!(build_in::<Russian>(directory.path(), 3, DISTANCES).is_err());
    let task = Task::new(up_to(2)).with_threads(2).with_cache_bytes(1 << 20);
    let report = verify(Russian::GAME, &[directory.path().to_owned()], &task, &Progress::default(), &|_| ());
    assert!(report.is_err() || !report.unwrap().findings.is_empty(), "the proof does not accept them");
}

#[test]
fn the_most_plies_to_events_there_can_be() {
    let directory = tempfile::tempdir().unwrap();
    let folder = build_in::<Russian>(directory.path(), 2, with_clocks()).unwrap();
    fs::remove_file(folder.join(MANIFEST)).unwrap();
    for name in ["KvM.dtc", "KvM.dtz", "KvM.default.clk"] {
        let original = original_of_events(name);
        let mut forged = original.forged();
        forged.kinds[2] = 2;
        for half in 0..2 {
            forged.replace(half, KIND_PLAIN, &[0xFF; 2 * 868]);
        }
        fs::write(folder.join(name), forged.bytes()).unwrap();
        let mut tablebase = Tablebase::with_options(Russian::GAME, Options::default().with_embedded(false));
        tablebase.add_directory(directory.path()).unwrap();
        let clocks = Russian::GAME.clock_set(DEFAULT_SET).unwrap().clocks;
        let mut umpire = tablebase.umpire(&clocks);
        for (half, entry) in (0..2).flat_map(|half| (0..868).map(move |entry| (half, entry))) {
            let position = tablebase.position("KvM".parse().unwrap(), half, entry).unwrap();
            let states = umpire.fresh(&position);
            // Whatever they say: values with valid checksums are for the proof to judge.
            let _ = (umpire.judge(&position, &states), umpire.moves(&position, &states));
        }
        let task = Task::new(up_to(2)).with_threads(2).with_cache_bytes(1 << 20);
        let report = verify(Russian::GAME, &[directory.path().to_owned()], &task, &Progress::default(), &|_| ());
        assert!(report.is_err() || !report.unwrap().findings.is_empty(), "{name}: the proof does not accept them");
        fs::write(folder.join(name), &original.bytes).unwrap();
    }
}
