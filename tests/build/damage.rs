//! Damaged, truncated, foreign and newer files: an error or the right value, never a panic, never a wrong value.

use std::fs;
use std::path::Path;

use crate::tables::forge::{CLOCK_BYTES, CONSTANTS, FIXED_BYTES, Forged, seal};
use crate::tables::originals::{original, original_of_events, originals, originals_of_events};
use crate::tables::{DISTANCES, Random, build_in, with_clocks};
use petrov::board::Position;
use petrov::format::Metric;
use petrov::format::TableError;
use petrov::format::TableErrorKind as Kind;
use petrov::index::Material;
use petrov::probe::{Judgement, Options, RuledMove};
use petrov::rules::{DEFAULT_SET, Russian, Variant};
use petrov::{Outcome, ProbeError, Tablebase};

/// Other values for a byte of a header.
fn others(byte: u8) -> impl Iterator<Item = u8> {
    let all =
        [0, 1, 2, 3, 5, 10, 127, 128, 254, 255, byte ^ 1, byte ^ 0x80, byte.wrapping_add(1), byte.wrapping_sub(5)];
    all.into_iter().filter(move |&other| other != byte)
}

#[test]
fn a_header_field_with_another_value() {
    let mut accepted = 0;
    for original in originals() {
        let header = original.forged().header_bytes();
        // In the index of larger files there are words that hold values.
        let end = if original.identity.material.pieces() <= 3 { header - 8 } else { FIXED_BYTES };
        for at in 0..end {
            for byte in others(original.bytes[at]) {
                let mut bytes = original.bytes.clone();
                bytes[at] = byte;
                let what = format!("{byte} at {at}");
                assert!(original.error_of(bytes.clone(), &what).is_some(), "{what}: the checksum is wrong");
                seal(&mut bytes[..header]);
                if CONSTANTS.contains(&at) {
                    // Who changes a value and its checksum has changed the value: only the proof tells.
                    let _ = original.read(bytes);
                } else {
                    accepted += u32::from(original.error_of(bytes, &what).is_none());
                }
            }
        }
    }
    // Where a half fits into one block, blocks of another size cut it the same way.
    println!("{accepted} changes accepted, with the right values");
}

#[test]
fn a_header_field_of_a_table_of_events_with_another_value() {
    let mut accepted = 0;
    for original in originals_of_events() {
        let forged = original.forged();
        let header = forged.header_bytes();
        let clock = matches!(original.identity.metric, Metric::Clock(_));
        let definition = if clock { FIXED_BYTES..FIXED_BYTES + CLOCK_BYTES } else { 0..0 };
        // Behind them come words that hold values.
        for at in 0..FIXED_BYTES + forged.statistics.len() {
            for byte in others(original.bytes[at]) {
                let mut bytes = original.bytes.clone();
                bytes[at] = byte;
                let what = format!("{byte} at {at}");
                let error = original.error_of(bytes.clone(), &what);
                assert!(error.is_some(), "{what}: the checksum is wrong");
                seal(&mut bytes[..header]);
                if CONSTANTS.contains(&at) {
                    let _ = original.read(bytes);
                    continue;
                }
                let error = original.error_of(bytes, &what);
                accepted += u32::from(error.is_none());
                if definition.contains(&at) {
                    let expected = matches!(
                        error,
                        Some(Kind::OtherClock { .. } | Kind::OtherMetric { .. } | Kind::Field { name: "clock", .. })
                    );
                    assert!(expected, "{what} is another clock, or none: {error:?}");
                }
            }
        }
    }
    println!("{accepted} changes accepted, with the right values");
}

/// A folder with the right tables of two pieces, what they answer, and a tablebase that has no others.
struct Folder {
    directory: tempfile::TempDir,
    answers: Vec<(Position, Outcome)>,
}

impl Folder {
    fn new() -> Folder {
        let directory = tempfile::tempdir().unwrap();
        build_in::<Russian>(directory.path(), 2, DISTANCES).unwrap();
        let tablebase = tablebase(directory.path());
        let material: Material = "KvM".parse().unwrap();
        let positions = (0..2).flat_map(|half| {
            (0..).map_while({
                let tablebase = &tablebase;
                move |entry| tablebase.position(material, half, entry)
            })
        });
        let answers = positions.map(|position| (position, tablebase.probe(&position).unwrap())).collect();
        Folder { directory, answers }
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.directory.path().join("russian").join(name)
    }

    /// The first error of probing every `step`-th position; what is answered is right.
    fn error(&self, step: usize) -> Option<TableError> {
        let tablebase = tablebase(self.directory.path());
        let mut first = None;
        for (position, outcome) in self.answers.iter().step_by(step) {
            match tablebase.probe(position) {
                Ok(found) => assert_eq!(found, *outcome, "{position:?}"),
                Err(ProbeError::Table(error)) => first = first.or(Some(error)),
                Err(error) => panic!("{error}"),
            }
        }
        first
    }
}

fn tablebase(directory: &Path) -> Tablebase {
    let mut tablebase = Tablebase::with_options(Russian::GAME, Options::default().with_embedded(false));
    tablebase.add_directory(directory).unwrap();
    tablebase
}

#[test]
fn a_header_field_with_another_value_in_a_folder() {
    let folder = Folder::new();
    assert_eq!(folder.answers.len(), 2 * 868);
    for name in ["KvM.wdl", "KvM.dtw"] {
        let original = original(name);
        let header = original.forged().header_bytes();
        for at in (0..FIXED_BYTES).filter(|at| !CONSTANTS.contains(at)) {
            for byte in others(original.bytes[at]) {
                let mut bytes = original.bytes.clone();
                bytes[at] = byte;
                seal(&mut bytes[..header]);
                let opens = original.read(bytes.clone()).is_ok();
                fs::write(folder.path(name), bytes).unwrap();
                // Where opening fails, each probe tries again: a few are enough.
                let error = folder.error(if opens { 1 } else { 97 });
                assert_eq!(error.is_none(), opens, "{byte} at {at} of {name}: {error:?}");
            }
        }
        fs::write(folder.path(name), &original.bytes).unwrap();
    }
    assert!(folder.error(1).is_none());
}

/// What the clocks of the default set say of some positions, and what moves are worth under them, or the first error.
fn judged(folder: &Path, positions: &[Position]) -> Result<Vec<(Judgement, Vec<RuledMove>)>, ProbeError> {
    let tablebase = tablebase(folder);
    let clocks = Russian::GAME.clock_set(DEFAULT_SET).unwrap().clocks;
    let mut umpire = tablebase.umpire(&clocks);
    let mut judge = |position: &Position| {
        let states = umpire.fresh(position);
        Ok((umpire.judge(position, &states)?, umpire.moves(position, &states)?))
    };
    positions.iter().map(&mut judge).collect()
}

#[test]
fn a_definition_or_a_count_with_another_value_in_a_folder() {
    let directory = tempfile::tempdir().unwrap();
    let folder = build_in::<Russian>(directory.path(), 2, with_clocks()).unwrap();
    let positions = ["W:WKa1:BKh8", "W:WKa1:Bc5", "B:WKa1:Bc5", "W:WKc1:Bh2", "B:WKh4:Ba5"];
    let positions: Vec<Position> = positions.iter().map(|fen| Russian::GAME.read_fen(fen).unwrap()).collect();
    let right = judged(directory.path(), &positions).unwrap();
    assert!(right.iter().any(|(judgement, _)| !judgement.rulings.is_empty()), "{right:?}");
    let mut accepted = 0;
    for name in ["KvM.default.clk", "KvM.ru.bal5.clk", "KvK.ru.kings15.clk"] {
        let original = original_of_events(name);
        let forged = original.forged();
        let (header, end) = (forged.header_bytes(), FIXED_BYTES + forged.statistics.len());
        // What is taken away, of wins and of losses: how many and the lowest entry, 16 bytes each, at the end.
        for at in (FIXED_BYTES..FIXED_BYTES + CLOCK_BYTES).chain(end - 2 * 16..end) {
            let stale = (original.bytes[at] ^ 1, false);
            for (byte, sealed) in others(original.bytes[at]).map(|byte| (byte, true)).chain([stale]) {
                let mut bytes = original.bytes.clone();
                bytes[at] = byte;
                if sealed {
                    seal(&mut bytes[..header]);
                }
                fs::write(folder.join(name), bytes).unwrap();
                match judged(directory.path(), &positions) {
                    Ok(answers) => {
                        assert!(sealed && answers == right, "{byte} at {at} of {name}");
                        accepted += 1;
                    }
                    Err(ProbeError::Table(error)) => assert!(error.to_string().contains(name), "{error}"),
                    Err(error) => panic!("{byte} at {at} of {name}: {error}"),
                }
            }
        }
        fs::write(folder.join(name), &original.bytes).unwrap();
    }
    println!("{accepted} changes accepted, with the right answers");
    assert_eq!(judged(directory.path(), &positions).unwrap(), right);
}

#[test]
fn a_file_of_another_length() {
    let mut random = Random(0x00c0_ffee_0000_0001);
    for original in originals().iter().chain(originals_of_events()) {
        let length = original.bytes.len() as u64;
        // Every length of the small files, some of the others.
        let lengths = if length < 700 { length } else { 300 };
        for number in 0..lengths {
            let shorter = if lengths == length { number } else { random.below(length) };
            let error = original.error_of(original.bytes[..shorter as usize].to_vec(), shorter);
            let expected = matches!(error, Some(Kind::NotATable | Kind::Length { .. }));
            assert!(expected, "{shorter} of {length} bytes: {error:?}");
        }
        for added in [1, 2, 3, 4, 8, 100, 5000] {
            let more = (0..added).map(|_| random.below(256) as u8);
            let error = original.error_of(original.bytes.iter().copied().chain(more).collect(), added);
            assert!(matches!(error, Some(Kind::Length { .. })), "{added} bytes more: {error:?}");
        }
    }
}

#[test]
fn ten_thousand_random_byte_flips() {
    let mut random = Random(0x0bad_cafe_dead_beef);
    let mut counts = [0; 4];
    for number in 0..10_000 {
        let original = &originals()[random.below(originals().len() as u64) as usize];
        let mut bytes = original.bytes.clone();
        for _ in 0..=number % 3 {
            // Never back to what stood there: one flip at each place.
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] = original.bytes[at] ^ (1 + random.below(255)) as u8;
        }
        let kind = original.error_of(bytes, number).unwrap_or_else(|| panic!("flips {number} were not noticed"));
        counts[match kind {
            Kind::HeaderChecksum { .. } => 0,
            Kind::BlockChecksum { .. } => 1,
            Kind::Length { .. } => 2,
            _ => 3,
        }] += 1;
    }
    println!("header {}, block {}, length {}, other {}", counts[0], counts[1], counts[2], counts[3]);
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn random_byte_flips_in_tables_of_events() {
    let mut random = Random(0x0dec_1a5e_0123_4567);
    for number in 0..3000 {
        let original = &originals_of_events()[random.below(originals_of_events().len() as u64) as usize];
        let mut bytes = original.bytes.clone();
        let at = random.below(bytes.len() as u64) as usize;
        bytes[at] ^= (1 + random.below(255)) as u8;
        assert!(original.error_of(bytes, number).is_some(), "the flip at {at} was not noticed");
    }
}

#[test]
fn random_garbage() {
    let mut random = Random(0x0123_4567_89ab_cdef);
    let original = original("KvM.wdl");
    for number in 0..3000 {
        let length = random.below(2000) as usize;
        let mut bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        // From nothing right to all of the fixed part right, and sealed.
        let right = random.below(FIXED_BYTES as u64 + 1).min(length as u64) as usize;
        bytes[..right].copy_from_slice(&original.bytes[..right]);
        if number % 2 == 0 && length > 8 {
            seal(&mut bytes);
        }
        assert!(original.error_of(bytes, number).is_some());
    }
}

/// The error of a folder in which a file was replaced; it names the file and says what to do, in one sentence.
fn explained(folder: &Folder, name: &str) -> Kind {
    let error = folder.error(97).expect("an error");
    let text = error.to_string();
    assert!(text.starts_with(&folder.path(name).display().to_string()), "{text}");
    let remedies = ["build it again", "delete or rename", "move it", "its name back", "update"];
    assert!(remedies.iter().any(|remedy| text.contains(remedy)), "{text}");
    assert!(!text.contains('\n') && !text.contains(". ") && !text.ends_with('.'), "{text}");
    println!("{text}");
    error.kind
}

#[test]
fn files_that_are_not_what_their_name_says() {
    let folder = Folder::new();
    let explain = |bytes: &[u8]| {
        fs::write(folder.path("KvM.wdl"), bytes).unwrap();
        explained(&folder, "KvM.wdl")
    };
    assert!(matches!(explain(b""), Kind::NotATable));
    assert!(matches!(explain(b"[Event \"A game\"]\n"), Kind::NotATable));
    // What a transfer as text makes of line ends.
    let as_text =
        original("KvM.wdl").bytes.iter().flat_map(|&byte| if byte == b'\n' { vec![13, 10] } else { vec![byte] });
    assert!(matches!(explain(&as_text.collect::<Vec<_>>()), Kind::NotATable));
    let forged = original("KvM.wdl").forged();
    assert_eq!(forged.bytes(), original("KvM.wdl").bytes);
    let mut of_pool = forged.clone();
    of_pool.set_game("pool");
    let kind = explain(&of_pool.bytes());
    assert!(matches!(kind, Kind::OtherGame { found, expected } if (&*found, &*expected) == ("pool", "russian")));
    let kind = explain(&original("MvM.wdl").bytes);
    assert!(matches!(kind, Kind::OtherMaterial { found, .. } if found.to_string() == "MvM"));
    let kind = explain(&original("KvM.dtw").bytes);
    assert!(matches!(kind, Kind::OtherMetric { found: Metric::Dtw, expected: Metric::Wdl }));
    let kind = explain(&Forged { version: 3, ..forged.clone() }.bytes());
    assert!(matches!(kind, Kind::Newer { version: 3 }));
    let kind = explain(&Forged { version: 0, ..forged.clone() }.bytes());
    assert!(matches!(kind, Kind::Field { name: "version", found: 0, .. }));
    let right = &original("KvM.wdl").bytes;
    let kind = explain(&right[..right.len() - 1]);
    let lengths = (right.len() as u64 - 1, right.len() as u64);
    assert!(matches!(kind, Kind::Length { found, expected } if (found, expected) == lengths));
    let flipped = |at: usize| {
        let mut bytes = right.clone();
        bytes[at] ^= 1;
        bytes
    };
    assert!(matches!(explain(&flipped(right.len() - 1)), Kind::BlockChecksum { block: 1, .. }));
    assert!(matches!(explain(&flipped(forged.header_bytes() - 1)), Kind::HeaderChecksum { .. }));
    fs::remove_file(folder.path("KvM.wdl")).unwrap();
    fs::create_dir(folder.path("KvM.wdl")).unwrap();
    assert!(matches!(explained(&folder, "KvM.wdl"), Kind::Io(_)));
}
