//! The signs with which books say how a position stands.

/// What books say of a position, and the numbers for it.
const ASSESSMENTS: [(&str, u8); 14] = [
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("-+", 19),
];

/// How such signs begin whose second letter is a slash.
pub(super) const SLASHED: [&str; 9] = ["+", "=", "-", "‐", "‑", "‒", "–", "—", "−"];

/// The number for what books say of a position, with a dash of any kind.
pub(super) fn assessment(word: &str) -> Option<u8> {
    let plain: String = word.chars().map(|letter| if "‐‑‒–—−".contains(letter) { '-' } else { letter }).collect();
    ASSESSMENTS.iter().find(|(sign, _)| *sign == plain).map(|&(_, nag)| nag)
}
