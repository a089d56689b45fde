//! Running the program.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// What a run of the program left behind.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// The results of a run that must have gone through.
    pub fn ok(self) -> String {
        assert_eq!(self.code, 0, "{self:?}");
        self.out
    }

    /// The results as one JSON value.
    pub fn json(self) -> serde_json::Value {
        let out = self.ok();
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"))
    }

    /// Checks that the run ended with one sentence that has these parts, and exit code 2.
    pub fn fails_with(self, parts: &[&str]) {
        assert_eq!(self.code, 2, "{self:?}");
        let sentences: Vec<&str> = self.err.lines().filter(|line| line.starts_with("petrov: ")).collect();
        assert_eq!(sentences.len(), 1, "one sentence: {self:?}");
        assert_eq!(self.err.lines().last(), sentences.first().copied(), "it comes last: {self:?}");
        for part in parts {
            assert!(sentences[0].contains(part), "{part:?} is not in {:?}", sentences[0]);
        }
        assert!(!self.err.contains("panicked") && !self.err.contains("backtrace"), "{self:?}");
    }
}

/// The program with these arguments, separated by single spaces, in this folder.
pub fn command(directory: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_petrov"));
    command.args(arguments.split(' ').filter(|argument| !argument.is_empty()));
    command.current_dir(directory).env_remove("PETROV_PATH").stdin(Stdio::null());
    command
}

/// Runs the program to its end.
pub fn run(directory: &Path, arguments: &str) -> Ran {
    finish(&mut command(directory, arguments), "")
}

/// Runs the program in the folder with all tables of up to four pieces.
pub fn ask(arguments: &str) -> Ran {
    run(four_pieces(), arguments)
}

/// Runs a command to its end with this input.
pub fn finish(command: &mut Command, input: &str) -> Ran {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // In a thread of its own, as the program may wait for its output to be read. It need not read its input.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// A folder whose `tables` has everything up to four pieces, built once by the program. It is not to be changed.
pub fn four_pieces() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("petrov-cli");
        // What a former version of the program made there would hide mistakes of this one.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        run(&folder, "build --pieces 4").ok();
        folder
    })
}

/// A copy of the Russian tables of a folder, and the folder of the game in it.
pub fn copy_of(folder: &Path) -> (tempfile::TempDir, PathBuf) {
    let copy = tempfile::tempdir().unwrap();
    let tables = copy.path().join("tables/russian");
    fs::create_dir_all(&tables).unwrap();
    for file in fs::read_dir(folder.join("tables/russian")).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), tables.join(file.file_name())).unwrap();
    }
    (copy, tables)
}

/// A running program that is killed when the test ends.
#[derive(Debug)]
pub struct Running(Child);

impl Running {
    pub fn start(directory: &Path, arguments: &str) -> Running {
        Running::spawn(&mut command(directory, arguments))
    }

    pub fn spawn(command: &mut Command) -> Running {
        Running(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    }

    /// Sends a signal by its name, as in `INT`.
    pub fn signal(&self, name: &str) {
        let status = Command::new("kill").args([format!("-{name}"), self.0.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    /// Waits for the end, which must come within this time; returns what the program said on standard error too.
    pub fn end_within(mut self, time: Duration) -> Ran {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                break status;
            }
            assert!(start.elapsed() < time, "still running after {time:?}");
            std::thread::sleep(Duration::from_millis(10));
        };
        let (mut out, mut err) = (String::new(), String::new());
        self.0.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        self.0.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        Ran { code: status.code().unwrap_or(-1), out, err }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It has ended already if all is well.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until something is so.
pub fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(30), "{what} takes too long");
        std::thread::sleep(Duration::from_millis(10));
    }
}
