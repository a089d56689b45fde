//! The draw rules of a game that count moves, in words and as JSON.

use std::io::{self, Write};

use serde::Serialize;

use petrov::rules::{Clock, Count, Counted, Game, Pieces, Road, Until};

/// Writes the clocks of a game, below its entry.
///
/// # Errors
/// Those of the writer.
pub(super) fn write(game: &Game, out: &mut dyn Write) -> io::Result<()> {
    if game.clocks.is_empty() {
        return writeln!(out, "  {:<12} none: no draw rule that counts moves is known", "clocks");
    }
    for clock in game.clocks {
        let set = if clock.default { "in the default set" } else { "not in the default set" };
        writeln!(out, "  clock {}, {set}", clock.id)?;
        let mut line = |name: &str, text: &str| writeln!(out, "    {name:<10} {text}");
        line("rule", clock.text)?;
        line("limit", &limit(clock))?;
        if let Some(begins) = begins(clock) {
            line("begins", begins)?;
        }
        line("anew", &anew(clock))?;
        if clock.until == Until::WonPosition {
            line("note", "it never takes a win away, as a won position meets it at once")?;
        }
        line("source", clock.source)?;
    }
    Ok(())
}

/// How many moves there are, and of whom.
fn limit(clock: &Clock) -> String {
    let limit = clock.limit;
    match clock.counted {
        Counted::Each => format!("{limit} moves of each side"),
        Counted::Stronger => format!("{limit} moves of the stronger side"),
        Counted::Weaker => format!("{limit} moves of the weaker side, the last of which makes the draw whatever it is"),
        Counted::AtOnce => "none: the win must come by a capture now, or by one that the next move forces".to_owned(),
    }
}

/// Where it begins to count, if that is a matter of squares too.
fn begins(clock: &Clock) -> Option<&'static str> {
    match clock.scope.road {
        Road::Anywhere => None,
        Road::Weaker => Some("with a king of the weaker side on the main road, the diagonal from corner to corner"),
        Road::Stronger => {
            Some("with a king of the stronger side on the main road, and then runs on wherever that goes")
        }
    }
}

/// What starts it anew.
fn anew(clock: &Clock) -> String {
    let event = match clock.until {
        Until::Conversion => "by a capture or a promotion",
        Until::Zeroing => "by a capture or a forward move of a man",
        Until::Scope => "by a move after which the pieces are no longer those of the rule",
        Until::End => "by nothing but the end of the game: once begun it runs on, whatever becomes of the pieces",
        Until::WonPosition => "by a position that is won",
    };
    match (clock.scope.road, clock.until) {
        (Road::Weaker, Until::Conversion | Until::Zeroing | Until::Scope) => {
            format!("{event}, and when no king of the weaker side stands on the road any more")
        }
        _ => event.to_owned(),
    }
}

/// A clock in JSON.
#[derive(Serialize)]
pub(super) struct ClockJson {
    id: &'static str,
    /// Whether it is in the default set.
    default: bool,
    text: &'static str,
    source: &'static str,
    limit: u32,
    /// Whose moves: `each`, `stronger`, `weaker`; `at-once`: the win must come at once.
    counts: &'static str,
    /// What starts it anew: `conversion`, `zeroing`, `scope`, `end`, `won-position`.
    until: &'static str,
    scope: ScopeJson,
}

/// Where a clock runs, in words.
#[derive(Serialize)]
struct ScopeJson {
    stronger: String,
    weaker: String,
    /// The pieces of both sides together.
    together: String,
    /// Who has to stand on the main road: `anywhere` (nobody), `weaker`, `stronger`.
    road: &'static str,
}

/// The clocks of a game in JSON.
pub(super) fn to_json(game: &Game) -> Vec<ClockJson> {
    game.clocks.iter().map(ClockJson::new).collect()
}

impl ClockJson {
    fn new(clock: &Clock) -> ClockJson {
        let scope = &clock.scope;
        ClockJson {
            id: clock.id,
            default: clock.default,
            text: clock.text,
            source: clock.source,
            limit: clock.limit,
            counts: match clock.counted {
                Counted::Each => "each",
                Counted::Stronger => "stronger",
                Counted::Weaker => "weaker",
                Counted::AtOnce => "at-once",
            },
            until: match clock.until {
                Until::Conversion => "conversion",
                Until::Zeroing => "zeroing",
                Until::Scope => "scope",
                Until::End => "end",
                Until::WonPosition => "won-position",
            },
            scope: ScopeJson {
                stronger: pieces(scope.stronger),
                weaker: pieces(scope.weaker),
                together: number(scope.all, "piece").unwrap_or_else(|| ANY.to_owned()),
                road: match scope.road {
                    Road::Anywhere => "anywhere",
                    Road::Weaker => "weaker",
                    Road::Stronger => "stronger",
                },
            },
        }
    }
}

const ANY: &str = "any pieces";

/// Pieces of a side, as in `3 or more kings, no men`.
fn pieces(pieces: Pieces) -> String {
    let parts = [number(pieces.all, "piece"), number(pieces.kings, "king"), number(pieces.men, "man")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { ANY.to_owned() } else { parts.join(", ") }
}

/// How many there may be of something; `None` if any number.
fn number(count: Count, one: &str) -> Option<String> {
    let many = if one == "man" { "men".to_owned() } else { format!("{one}s") };
    match (count.0, count.1) {
        _ if count == Count::ANY => None,
        (_, 0) => Some(format!("no {many}")),
        (1, 1) => Some(format!("1 {one}")),
        (least, most) if least == most => Some(format!("{most} {many}")),
        (least, u32::MAX) => Some(format!("{least} or more {many}")),
        (least, most) => Some(format!("{least} to {most} {many}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_in_words() {
        assert_eq!(pieces(Pieces::ANY), "any pieces");
        assert_eq!(pieces(Pieces::LONE_KING), "1 king, no men");
        assert_eq!(pieces(Pieces::kings(Count::at_least(3))), "3 or more kings, no men");
        assert_eq!(pieces(Pieces { all: Count(1, 2), ..Pieces::WITH_KING }), "1 to 2 pieces, 1 or more kings");
        assert_eq!(pieces(Pieces { men: Count::of(1), ..Pieces::ANY }), "1 man");
    }
}
