//! The draw rules of the games that count moves: docs/draw-rules.md. Contested readings of one text are clocks of
//! their own.
//!
//! Not here, as they never change what a won position is worth: draws by agreement, by repetition, of "clearly drawn
//! positions". Not here, as no official text was found: any for Czech, Thai, Ghanaian, Turkish, Armenian and giveaway;
//! the customary list of Brazilian endings of two pieces.

use super::super::clock::{Clock, Counted, Until};
use super::super::clock_scope::{Count, Pieces, Road, Scope};

const CODEX: &str = "Russian Draughts Codex, 2004; FMJD-64, art. 7.2";

/// What most of the rules below have in common: on, any position, both sides are counted, until a capture or a promotion.
const CLOCK: Clock = Clock {
    id: "",
    text: "",
    source: "",
    default: true,
    scope: Scope::ANY,
    until: Until::Conversion,
    counted: Counted::Each,
    limit: 0,
};

const THREE_KINGS: Scope = Scope::of(Pieces::kings(Count::at_least(3)), Pieces::LONE_KING);
const THREE_PIECES: Scope = Scope::of(Pieces { all: Count::of(3), ..Pieces::ANY }, Pieces::LONE_KING);
const EXACTLY_THREE_KINGS: Scope = Scope::of(Pieces::kings(Count::of(3)), Pieces::LONE_KING);

/// Both sides have a king, and so many pieces are on the board.
const fn both_with_king(all: Count) -> Scope {
    Scope { all, ..Scope::of(Pieces::WITH_KING, Pieces::WITH_KING) }
}

const RU_3K1: Clock = Clock {
    id: "ru.3k1",
    text: "three kings or more against a lone king: the king must be taken by the 15th move",
    source: "Russian Draughts Codex, 2004; FMJD-64, art. 7.2.4",
    scope: THREE_KINGS,
    counted: Counted::Stronger,
    limit: 15,
    ..CLOCK
};

const RU_BAL5: Clock = Clock {
    id: "ru.bal5",
    text: "both sides have kings, two or three pieces: 5 moves of each without a capture or a promotion",
    source: CODEX,
    scope: both_with_king(Count(2, 3)),
    limit: 5,
    ..CLOCK
};

const RU_BAL30: Clock = Clock {
    id: "ru.bal30",
    text: "both sides have kings, four or five pieces: 30 moves of each without a capture or a promotion",
    source: CODEX,
    scope: both_with_king(Count(4, 5)),
    limit: 30,
    ..CLOCK
};

const RU_BAL60: Clock = Clock {
    id: "ru.bal60",
    text: "both sides have kings, six or seven pieces: 60 moves of each without a capture or a promotion",
    source: CODEX,
    scope: both_with_king(Count(6, 7)),
    limit: 60,
    ..CLOCK
};

const RU_KINGS15: Clock = Clock {
    id: "ru.kings15",
    text: "15 moves of each with kings only, without a capture or a move of a man",
    source: CODEX,
    until: Until::Zeroing,
    limit: 15,
    ..CLOCK
};

const RU_ROAD5_WON: Clock = Clock {
    id: "ru.road5.won",
    text: "three pieces against a lone king on the main road: a won position must be reached by the 5th move",
    source: "Russian Draughts Codex, 2004; FMJD-64, art. 7.2.7",
    scope: Scope { road: Road::Weaker, ..THREE_PIECES },
    until: Until::WonPosition,
    counted: Counted::Stronger,
    limit: 5,
    ..CLOCK
};

const RU_3P1: Clock = Clock {
    id: "ru.3p1",
    text: "three pieces or more, men or kings, against a lone king: the king must be taken by the 15th move",
    source: "Sport rules of the Ministry, 2010 and 2013",
    default: false,
    scope: Scope::of(Pieces { all: Count::at_least(3), ..Pieces::ANY }, Pieces::LONE_KING),
    ..RU_3K1
};

const RU_3K1_TOTAL: Clock = Clock {
    id: "ru.3k1.total",
    text: "three kings or more against a lone king: the king must be taken by the 15th move, whatever is captured before",
    source: "the rule of ru.3k1, read strictly: nothing starts the count anew",
    default: false,
    until: Until::End,
    ..RU_3K1
};

const RU_ROAD5_TAKE: Clock = Clock {
    id: "ru.road5.take",
    text: "three pieces against a lone king on the main road: the king must be taken by the 5th move, counted anew when it comes back to the road",
    source: "Sport rules of the Ministry, 2010 and 2013",
    default: false,
    scope: Scope { road: Road::Weaker, ..THREE_PIECES },
    counted: Counted::Stronger,
    limit: 5,
    ..CLOCK
};

const RU_ROAD5_STRICT: Clock = Clock {
    id: "ru.road5.strict",
    text: "three pieces against a lone king on the main road: the king must be taken by the 5th move, wherever it goes",
    source: "the rule of ru.road5.take, read strictly: nothing starts the count anew",
    until: Until::End,
    ..RU_ROAD5_TAKE
};

const RU_OLD30: Clock = Clock {
    id: "ru.old30",
    text: "three kings or more against a king and men: 30 moves to win, until the balance of forces changes",
    source: "old Russian rules, 21",
    default: false,
    scope: Scope::of(
        Pieces::kings(Count::at_least(3)),
        Pieces { kings: Count::of(1), men: Count::at_least(1), ..Pieces::ANY },
    ),
    counted: Counted::Stronger,
    limit: 30,
    ..CLOCK
};

/// Russian.
pub(super) const RUSSIAN: &[Clock] = &[
    RU_3K1,
    RU_BAL5,
    RU_BAL30,
    RU_BAL60,
    RU_KINGS15,
    RU_ROAD5_WON,
    RU_3P1,
    RU_3K1_TOTAL,
    RU_ROAD5_TAKE,
    RU_ROAD5_STRICT,
    RU_OLD30,
];

const INTL_25: Clock = Clock {
    id: "intl.25",
    text: "25 moves of each with kings only, without a capture or a move of a man",
    source: "FMJD Annex 1, 6.2",
    until: Until::Zeroing,
    limit: 25,
    ..CLOCK
};

const INTL_16: Clock = Clock {
    id: "intl.16",
    text: "three pieces with a king against a lone king: 16 moves of each",
    source: "FMJD Annex 1, 6.3",
    scope: Scope::of(Pieces { all: Count::of(3), ..Pieces::WITH_KING }, Pieces::LONE_KING),
    until: Until::Scope,
    limit: 16,
    ..CLOCK
};

const INTL_5: Clock = Clock {
    id: "intl.5",
    text: "two kings, a king and a man, or a king against a lone king: 5 moves of each",
    source: "FMJD Annex 1, 6.4",
    scope: Scope::of(Pieces { all: Count(1, 2), ..Pieces::WITH_KING }, Pieces::LONE_KING),
    until: Until::Scope,
    limit: 5,
    ..CLOCK
};

/// International and Canadian.
pub(super) const INTERNATIONAL: &[Clock] = &[INTL_25, INTL_16, INTL_5];

const BR_20: Clock = Clock {
    id: "br.20",
    text: "20 moves of each with kings only, without a capture or a move of a man",
    source: "Brazilian confederation, rule 16",
    limit: 20,
    ..INTL_25
};

/// Brazilian: its own rule, and those of FMJD-64, which plays Russian and Brazilian under one text, for whoever asks.
pub(super) const BRAZILIAN: &[Clock] = &[
    BR_20,
    Clock { default: false, ..RU_3K1 },
    Clock { default: false, ..RU_BAL5 },
    Clock { default: false, ..RU_BAL30 },
    Clock { default: false, ..RU_BAL60 },
    Clock { default: false, ..RU_KINGS15 },
];

const POOL_13: Clock = Clock {
    id: "pool.13",
    text: "three kings against a lone king: a draw when the lone king has made 13 moves, even if the next would take it",
    source: "American Pool Checkers, book of 1947, rule 31",
    scope: EXACTLY_THREE_KINGS,
    counted: Counted::Weaker,
    limit: 13,
    ..CLOCK
};

const POOL_15: Clock = Clock {
    id: "pool.15",
    text: "15 moves of each without a capture or a move of a man",
    source: "American Pool Checkers Association, rule 26, as programs read it",
    until: Until::Zeroing,
    limit: 15,
    ..CLOCK
};

/// Pool.
pub(super) const POOL: &[Clock] = &[POOL_13, POOL_15];

const PT_12: Clock = Clock {
    id: "pt.12",
    text: "three kings against a lone king, one of the three having stood on the main road (the river): 12 moves of each from there on",
    source: "Portuguese federation, art. 3.2.b",
    scope: Scope { road: Road::Stronger, ..EXACTLY_THREE_KINGS },
    limit: 12,
    ..CLOCK
};

const PT_20: Clock = Clock {
    id: "pt.20",
    text: "20 moves of each without a capture or a promotion",
    source: "Portuguese federation, art. 3.2.a",
    limit: 20,
    ..CLOCK
};

/// Portuguese.
pub(super) const PORTUGUESE: &[Clock] = &[PT_12, PT_20];

/// Spanish: customary, no official text found.
pub(super) const SPANISH: &[Clock] = &[Clock { id: "es.12", source: "customary; no official text found", ..PT_12 }];

const EN_40: Clock = Clock {
    id: "en.40",
    text: "40 moves of each without a capture or an advance of a man",
    source: "WCDF rules, 1.32",
    until: Until::Zeroing,
    limit: 40,
    ..CLOCK
};

/// English.
pub(super) const ENGLISH: &[Clock] = &[EN_40];

/// Italian.
pub(super) const ITALIAN: &[Clock] = &[Clock { id: "it.40", source: "Italian federation, art. 10.4", ..EN_40 }];

const FR_7: Clock = Clock {
    id: "fr.7",
    text: "two kings against one king: 7 moves of the side with two",
    source: "Frisian rules of 2011, art. 18",
    scope: Scope::of(Pieces::kings(Count::of(2)), Pieces::LONE_KING),
    counted: Counted::Stronger,
    limit: 7,
    ..CLOCK
};

const FR_1V1: Clock = Clock {
    id: "fr.1v1",
    text: "king against king: a draw unless one can be taken now or must be taken after the next move",
    source: "Frisian rules of 2011, art. 21.1",
    scope: Scope::of(Pieces::LONE_KING, Pieces::LONE_KING),
    counted: Counted::AtOnce,
    limit: 0,
    ..CLOCK
};

const FR_25: Clock =
    Clock { id: "fr.25", source: "known to some programs; not in the rules of 2011", default: false, ..INTL_25 };

/// Frisian.
pub(super) const FRISIAN: &[Clock] = &[FR_7, FR_1V1, FR_25];
