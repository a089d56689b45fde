//! The captures of a game behind one pointer, for code that is compiled for its movement.

use std::any::Any;
use std::marker::PhantomData;

use super::capture::{Captures, FromAnywhere};
use super::captures::{captures, captures_of_any_king, captures_of_men};
use super::game::{Choice, Game, Variant};
use super::list::{GameVisitor, visit};
use super::movement::{BitsOf, Movement, is_movement_of};
use crate::board::View;
use crate::board::cpu::{Cpu, Task, dispatch};

/// The captures of a game, for code that is compiled for its movement and so serves other games too.
pub trait CaptureRules<B>: std::fmt::Debug + Send + Sync {
    /// Finds every complete capture of the mover that the rules allow to be chosen.
    fn captures(&self, view: &View<B>, found: &mut Captures<B>);

    /// Whether any capture may be chosen.
    fn choice_is_free(&self) -> bool;

    /// Finds the captures of men alone, and what of them the rules would allow if there were no others.
    fn captures_of_men(&self, view: &View<B>, found: &mut Captures<B>);

    /// Finds the captures of one king that may stand anywhere, beside the pieces of `view`: wherever it stands before the
    /// piece that it takes first, the rest of the capture is the same. They are all that the rules would allow if there
    /// were no others.
    fn captures_of_any_king(&self, view: &View<B>, found: &mut Captures<B>, all: &mut Vec<FromAnywhere<B>>);
}

/// The captures of a game whose movement is known.
pub type CapturesOf<M> = &'static dyn CaptureRules<BitsOf<M>>;

/// The captures of a game. That it moves as its movement says is checked when this is compiled.
pub fn capture_rules<V: Variant>() -> CapturesOf<V> {
    const { assert!(is_movement_of::<V>(), "a game steps like its movement") };
    const { &RulesOf::<V>(PhantomData) }
}

/// A game with its captures, for code that is compiled for its movement.
#[derive(Clone, Copy, Debug)]
pub struct Rulebook<'g, M: Movement> {
    /// The game.
    pub game: &'g Game,
    /// Its captures.
    pub captures: CapturesOf<M>,
}

/// A game with the captures of a type. The game must have the rules of the type.
pub fn rulebook<V: Variant>(game: &Game) -> Rulebook<'_, V::Movement> {
    Rulebook { game, captures: capture_rules::<V>() }
}

/// Where the captures of a game come from: of a game in the list from this crate, so that they are compiled here alone.
pub trait Source {
    /// The movement of the game.
    type Movement: Movement;

    /// The game with its captures.
    fn rulebook(game: &Game) -> Rulebook<'_, Self::Movement>;
}

/// The captures of a type of one's own.
#[derive(Debug)]
pub struct Own<V>(PhantomData<V>);

impl<V: Variant> Source for Own<V> {
    type Movement = V::Movement;

    fn rulebook(game: &Game) -> Rulebook<'_, V::Movement> {
        rulebook::<V>(game)
    }
}

/// The captures of a game with rules that one of [`GAMES`](super::GAMES) has.
#[derive(Debug)]
pub struct Listed<M>(PhantomData<M>);

impl<M: Movement> Source for Listed<M> {
    type Movement = M;

    fn rulebook(game: &Game) -> Rulebook<'_, M> {
        let captures = listed(game).and_then(|captures| captures.downcast_ref::<CapturesOf<M>>().copied());
        Rulebook { game, captures: captures.expect("a game of the list with this movement") }
    }
}

/// The captures of a game in the list, whatever its movement is.
fn listed(game: &Game) -> Option<Box<dyn Any>> {
    struct Erase;
    impl GameVisitor for Erase {
        type Output = Box<dyn Any>;
        fn visit<V: Variant>(self) -> Box<dyn Any> {
            Box::new(capture_rules::<V>())
        }
    }
    visit(game, Erase)
}

/// The rules of a type as a value.
#[derive(Debug)]
struct RulesOf<V>(PhantomData<V>);

impl<V: Variant> CaptureRules<BitsOf<V>> for RulesOf<V> {
    fn captures(&self, view: &View<BitsOf<V>>, found: &mut Captures<BitsOf<V>>) {
        captures::<V>(view, found);
    }

    fn choice_is_free(&self) -> bool {
        V::GAME.rules.choice == Choice::Free
    }

    fn captures_of_men(&self, view: &View<BitsOf<V>>, found: &mut Captures<BitsOf<V>>) {
        dispatch(OfMen::<V> { view, found });
    }

    fn captures_of_any_king(
        &self,
        view: &View<BitsOf<V>>,
        found: &mut Captures<BitsOf<V>>,
        all: &mut Vec<FromAnywhere<BitsOf<V>>>,
    ) {
        dispatch(OfAnyKing::<V> { view, found, all });
    }
}

struct OfMen<'a, V: Variant> {
    view: &'a View<BitsOf<V>>,
    found: &'a mut Captures<BitsOf<V>>,
}

impl<V: Variant> Task for OfMen<'_, V> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        captures_of_men::<V>(self.view, self.found);
    }
}

struct OfAnyKing<'a, V: Variant> {
    view: &'a View<BitsOf<V>>,
    found: &'a mut Captures<BitsOf<V>>,
    all: &'a mut Vec<FromAnywhere<BitsOf<V>>>,
}

impl<V: Variant> Task for OfAnyKing<'_, V> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        captures_of_any_king::<V>(self.view, self.found, self.all);
    }
}
