//! What is not annotated comes back byte for byte, and files are replaced where they lie.

use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;

use super::program::{annotate, command};

/// Texts in which no game can be annotated.
const FAILING: [&[u8]; 7] = [
    b"[GameType \"20\"]\r\n\r\n1. 32-28 18-23  2. 40-34 ... 3. 45-40 12-99",
    b"\xef\xbb\xbf[White \"Andr\xe9\"]\n1. c3-d4 ... d6-e7 \xbd-\xbd {x}\n\n\n% end",
    b"\n\n[A \"1\"]\r1. c3-d4 {open\r\r[A \"2\"]\r1. c3-c4!?\t(1... x) *\r",
    b"[GameType \"95\"] 1. 1- 7 3. ... 2-3 1/2-1/2\n[GameType \"95\"]\n",
    b"1. c3-d4 White resigns\n...\n",
    b"% only a comment\r\n{and another}\n \t\n",
    b"[A \"\\\"] 1. \0 \xff\xfe",
];

#[test]
fn what_fails_is_written_back_byte_for_byte() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.pdn");
    for text in FAILING {
        let ran = annotate(directory.path(), text, "");
        assert_eq!(ran.bytes, text, "{ran:?}");
        fs::write(&path, text).unwrap();
        let output = command(directory.path(), "game.pdn -o game.pdn").stdin(Stdio::null()).output().unwrap();
        assert_eq!(fs::read(&path).unwrap(), text, "{output:?}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn games_beside_what_fails_stay_apart() {
    let directory = tempfile::tempdir().unwrap();
    let text = "[A \"1\"]\n1. c3-d4 *\n\n\n[A \"2\"]\n1. c3-d4 1- 7 ... *\n[A \"3\"]\n1. c3-d4 *\n\
                1. c3-d4 {open\n\n[A \"4\"]\n1. c3-d4 *";
    let expected = "[A \"1\"]\n\n1. c3-d4 *\n\n[A \"2\"]\n1. c3-d4 1- 7 ... *\n\n[A \"3\"]\n\n1. c3-d4 *\n\n\
                    1. c3-d4 {open\n\n[A \"4\"]\n\n1. c3-d4 *\n\n";
    let ran = annotate(directory.path(), text, "");
    assert_eq!((ran.code, ran.out.as_str()), (2, expected));
    assert_eq!(annotate(directory.path(), expected, "").out, expected, "once more changes nothing");
    // Several files, of which the first does not end its last line.
    fs::write(directory.path().join("one.pdn"), "[A \"1\"]\n1. c3-d4 d6-e7").unwrap();
    fs::write(directory.path().join("two.pdn"), "\u{feff}[A \"2\"]\n1. c3-d4 d6-e7\n").unwrap();
    let output = command(directory.path(), "one.pdn two.pdn").stdin(Stdio::null()).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "[A \"1\"]\n1. c3-d4 d6-e7\n\n[A \"2\"]\n1. c3-d4 d6-e7\n");
}

#[test]
fn what_was_decoded_comes_back_with_its_letters() {
    let directory = tempfile::tempdir().unwrap();
    let text = "[White \"Иванов\"]\r\n1. c3-d4 d6-e7 ... *\r\n";
    let wide: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(annotate(directory.path(), wide, "").out, text);
    // Иванов, in Windows-1251.
    let old = [&b"[White \""[..], &[0xc8, 0xe2, 0xe0, 0xed, 0xee, 0xe2], &text.as_bytes()[20..]].concat();
    assert_eq!(annotate(directory.path(), &old, "--encoding windows-1251").out, text);
    // A file with a mark that is not what the mark says is kept as it is.
    let wrong = [&b"\xef\xbb\xbf"[..], &old].concat();
    for arguments in ["", "--encoding windows-1251"] {
        assert_eq!(annotate(directory.path(), &wrong, arguments).bytes, wrong);
    }
    // Half a letter is lost, so never in place.
    let units =
        "\u{feff}[A \"x\"] 1. c3-d4 *".encode_utf16().map(|unit| if unit == u16::from(b'x') { 0xd800 } else { unit });
    let broken: Vec<u8> = units.flat_map(u16::to_le_bytes).collect();
    let path = directory.path().join("wide.pdn");
    fs::write(&path, &broken).unwrap();
    let output = command(directory.path(), "wide.pdn -o wide.pdn").stdin(Stdio::null()).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && err.contains("utf-16le") && err.contains("would be lost"), "{err}");
    assert_eq!(fs::read(&path).unwrap(), broken);
}

#[test]
fn encodings_that_are_guessed_or_named_twice_are_not_written_in_place() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.pdn");
    // Two games in Windows-1251, of which the second fails.
    let name = [0xc8, 0xe2, 0xe0, 0xed, 0xee, 0xe2];
    let game = |kind: &str| {
        [b"[White \"", &name[..], b"\"]\n[GameType \"", kind.as_bytes(), b"\"]\n\n1. c3-d4 *\n\n"].concat()
    };
    let old = [game("25"), game("95")].concat();
    let run = |bytes: &[u8], arguments: &str| {
        fs::write(&path, bytes).unwrap();
        let output = command(directory.path(), arguments).stdin(Stdio::null()).output().unwrap();
        (String::from_utf8(output.stderr).unwrap(), fs::read(&path).unwrap())
    };
    let (err, left) = run(&old, "game.pdn -o game.pdn");
    assert!(err.contains("name its encoding") && left == old, "{err}");
    let (_, once) = run(&old, "--encoding windows-1251 game.pdn -o game.pdn");
    assert!(std::str::from_utf8(&once).unwrap().contains("Иванов"));
    let (err, twice) = run(&once, "--encoding windows-1251 game.pdn -o game.pdn");
    assert!(err.contains("UTF-8 already") && twice == once, "{err}");
    // A file in which nothing is annotated keeps its encoding.
    let wide: Vec<u8> = "\u{feff}[GameType \"95\"]\n*\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(run(&wide, "game.pdn -o game.pdn").1, wide);
}

#[cfg(unix)]
#[test]
fn the_mode_of_a_file_stays() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.pdn");
    fs::write(&path, "1. c3-d4 *\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    let output = command(directory.path(), "game.pdn -o game.pdn").stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success());
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn the_standard_output_is_not_read() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.pdn");
    fs::write(&path, "1. c3-d4 *\n").unwrap();
    let appended = File::options().append(true).open(&path).unwrap();
    let output = command(directory.path(), "game.pdn").stdin(Stdio::null()).stdout(appended).output().unwrap();
    assert!(output.status.code() == Some(2) && fs::read(&path).unwrap() == b"1. c3-d4 *\n");
}

#[test]
fn a_broken_tag_gives_no_game_to_the_default() {
    let directory = tempfile::tempdir().unwrap();
    for broken in [
        "[GameType \"21\"]\n[Site \"New\nYork\"]\n[FEN \"W:WKa1,Kc1:BKh4\"]\n1. a1-b2 *\n",
        "[GameType\n \"20\"\n]\n[FEN \"W:WKa1,Kc1:BKh4\"]\n1. a1-b2 *\n",
        "junk [GameType \"20\"]\n[FEN \"W:WKa1,Kc1:BKh4\"]\n1. a1-b2 *\n",
        "[GameType \"20\"]\njunk\n\n[FEN \"W:WKa1,Kc1:BKh4\"]\n1. a1-b2 *\n",
    ] {
        let ran = annotate(directory.path(), broken, "");
        assert_eq!((ran.code, ran.out.as_str()), (2, broken));
    }
}

#[test]
fn standard_input_may_be_the_output() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.pdn");
    let run = |text: &[u8], arguments: &str| {
        fs::write(&path, text).unwrap();
        let input = Stdio::from(File::open(&path).unwrap());
        command(directory.path(), arguments).stdin(input).output().unwrap()
    };
    let text = b"[A \"1\"]\n\n1. c3-d4 {open\n\n[A \"2\"]\n\n1. c3-d4 *\n\n";
    assert_eq!(run(text, "- -o game.pdn").status.code(), Some(2));
    assert_eq!(fs::read(&path).unwrap(), text);
    // Letters that cannot be decoded are not lost here either.
    let text = b"[A \"\xff\"]\n\n1. c3-d4 *\n\n";
    let output = run(text, "- -o game.pdn --encoding utf-8");
    assert!(String::from_utf8(output.stderr).unwrap().contains("would be lost"));
    assert_eq!(fs::read(&path).unwrap(), text);
}

#[cfg(unix)]
#[test]
fn links_stay_links() {
    use std::os::unix::fs::symlink;
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    let run = |arguments: &str| command(directory.path(), arguments).stdin(Stdio::null()).output().unwrap();
    fs::create_dir(at("folder")).unwrap();
    fs::write(at("folder/game.pdn"), "1. c3-d4 *").unwrap();
    symlink("folder/game.pdn", at("link")).unwrap();
    symlink("folder/new.pdn", at("dangling")).unwrap();
    symlink("round", at("round")).unwrap();
    let is_link = |name: &str| fs::symlink_metadata(at(name)).unwrap().file_type().is_symlink();
    let annotated = "1. c3-d4 *\n\n";
    for (arguments, link, file) in
        [("link -o link", "link", "folder/game.pdn"), ("link -o dangling", "dangling", "folder/new.pdn")]
    {
        let output = run(arguments);
        assert!(output.status.success() && is_link(link), "{output:?}");
        assert_eq!(fs::read_to_string(at(file)).unwrap(), annotated);
        assert_eq!(fs::read_to_string(at(link)).unwrap(), annotated);
    }
    assert_eq!(fs::read_dir(at("folder")).unwrap().count(), 2, "nothing is left");
    let err = String::from_utf8(run("link -o round").stderr).unwrap();
    assert!(err.contains("round: cannot be written: its symbolic links lead round in a circle; name another"), "{err}");
    // The same file by another name.
    fs::write(at("folder/game.pdn"), b"[A \"\xff\"] 1. c3-d4 *").unwrap();
    let err = String::from_utf8(run("folder/game.pdn -o link --encoding utf-8").stderr).unwrap();
    assert!(err.contains("would be lost") && !Path::new("link.unfinished").exists(), "{err}");
}

/// Whatever a game has many of takes time in proportion: with a loop in a loop over these, this would take hours.
#[test]
fn games_with_very_many_parts_are_read_in_time() {
    let directory = tempfile::tempdir().unwrap();
    let many = |part: &str| part.repeat(200_000);
    for text in [
        format!("[GameType \"25\"]\n{}\n1. c3-d4 x *\n", many("[White \"a\"]\n")),
        format!("[GameType \"25\"]\n\n1. c3-d4 {} x *\n", many("{a} ")),
        format!("[GameType \"25\"]\n\n1. c3-d4 {} x *\n", many("(")),
        format!("[GameType \"25\"]\n\n1. c3-d4 {} x *\n", many("$1 ")),
        format!("[GameType \"25\"]\n\n1. c3-d4 {{{} *\n", many("{")),
        format!("[GameType \"25\"]\n[FEN \"W:W{}:Bb8\"]\n\n1. c3-d4 *\n", many("a1,")),
        format!("{}\n", many("[FEN \"W:Wa1:Bb8\"]\n1. x\n")),
    ] {
        let ran = annotate(directory.path(), &text, "");
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(ran.bytes == text.as_bytes(), "{}", ran.err);
    }
}
