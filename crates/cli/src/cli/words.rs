//! Numbers, sizes, times and outcomes in words, the same in every verb.

use std::time::Duration;

use petrov::board::Color;
use petrov::probe::{Outcome, Value};

/// `145,859,644`
pub(super) fn number(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// `1 move`, `13 moves`
pub(super) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", number(count), if count == 1 { one } else { many })
}

/// `980 bytes`, `12.3 MiB`
pub(super) fn bytes(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    if bytes < 1 << 10 {
        return counted(bytes, "byte", "bytes");
    }
    let mut size = bytes as f64;
    let mut unit = "";
    for next in UNITS {
        // Not 1024: what would be rounded to it belongs to the next unit.
        if size < 1023.95 {
            break;
        }
        size /= 1024.0;
        unit = next;
    }
    format!("{size:.1} {unit}")
}

/// `0.4 s`, `42 s`, `2 min 5 s`, `3 h 20 min`, `12 days`
pub(super) fn duration(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    let whole = seconds.round() as u64;
    match whole {
        _ if seconds < 9.95 => format!("{seconds:.1} s"),
        0..60 => format!("{whole} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        3600..172_800 => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
        _ => counted(whole / 86_400, "day", "days"),
    }
}

/// `5.3 million/s`, of entries
pub(super) fn rate(entries: u64, time: Duration) -> String {
    format!("{:.1} million/s", entries as f64 / time.as_secs_f64().max(1e-6) / 1e6)
}

/// `42.1 %` of a whole
pub(super) fn share(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

/// Moves of the winner within the plies to the end of the game. The mover makes the first of these, and so the odd one.
pub(super) fn moves_of_winner(value: Value, plies: u16) -> u16 {
    if value == Value::Loss { plies / 2 } else { plies.div_ceil(2) }
}

/// `13 moves (25 plies)`; `1 ply`, if the winner need not move at all
pub(super) fn distance(value: Value, plies: u16) -> String {
    let counted_plies = counted(plies.into(), "ply", "plies");
    match moves_of_winner(value, plies) {
        0 if plies > 0 => counted_plies,
        moves => format!("{} ({counted_plies})", counted(moves.into(), "move", "moves")),
    }
}

/// `White to move wins in 13 moves (25 plies)`
pub(super) fn verdict(mover: Color, outcome: &Outcome) -> String {
    let (wins, has_won) = match outcome.value {
        Value::Draw => return format!("{} to move draws", mover.title()),
        Value::Win => ("wins", "has won"),
        Value::Loss => ("loses", "has lost"),
    };
    let verdict = match outcome.distance {
        None => wins.to_owned(),
        Some(0) => has_won.to_owned(),
        Some(plies) => format!("{wins} in {}", distance(outcome.value, plies)),
    };
    format!("{} to move {verdict}", mover.title())
}

/// A text as messages repeat it, whatever was read.
pub(super) fn shortened(text: &str) -> String {
    petrov::internals::short::shortened(text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_people_write_them() {
        assert_eq!(number(0), "0");
        assert_eq!(number(999), "999");
        assert_eq!(number(145_859_644), "145,859,644");
        assert_eq!(bytes(1), "1 byte");
        assert_eq!(bytes(1023), "1,023 bytes");
        assert_eq!(bytes(1536), "1.5 KiB");
        assert_eq!(bytes((1 << 20) - 1), "1.0 MiB");
        assert_eq!(bytes(5 << 30), "5.0 GiB");
        assert_eq!(bytes(u64::MAX), "16777216.0 TiB");
        assert_eq!(duration(Duration::from_millis(432)), "0.4 s");
        assert_eq!(duration(Duration::from_secs(59)), "59 s");
        assert_eq!(duration(Duration::from_millis(59_700)), "1 min 0 s");
        assert_eq!(duration(Duration::from_secs(7_325)), "2 h 2 min");
        assert_eq!(duration(Duration::from_secs(1_000_000)), "11 days");
        assert_eq!(share(1, 3), "33.3 %");
        assert_eq!(share(0, 0), "0.0 %");
    }

    #[test]
    fn moves_are_those_of_the_winner() {
        assert_eq!(distance(Value::Win, 1), "1 move (1 ply)");
        assert_eq!(distance(Value::Loss, 24), "12 moves (24 plies)");
        assert_eq!(distance(Value::Win, 25), "13 moves (25 plies)");
        // In giveaway the last move is that of the loser.
        assert_eq!(distance(Value::Win, 24), "12 moves (24 plies)");
        assert_eq!(distance(Value::Loss, 25), "12 moves (25 plies)");
        assert_eq!(distance(Value::Loss, 1), "1 ply");
        assert_eq!(distance(Value::Win, 0), "0 moves (0 plies)");
        let verdict = |value, plies| verdict(Color::Black, &Outcome { value, distance: Some(plies) });
        assert_eq!(verdict(Value::Win, 0), "Black to move has won");
        assert_eq!(verdict(Value::Loss, 0), "Black to move has lost");
        assert_eq!(verdict(Value::Loss, 3), "Black to move loses in 1 move (3 plies)");
    }
}
