// Draw random numbers with a fixed seed, shuffle and choose.
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::{ChaCha20Rng, ChaCha8Rng};

fn main() {
    let mut fast = ChaCha8Rng::seed_from_u64(7);
    let mut slow = ChaCha20Rng::seed_from_u64(7);
    let mut cards: Vec<u32> = (0..52).collect();
    cards.shuffle(&mut fast);
    println!("{:?}", &cards[..8]);
    let inside = (0..100_000)
        .filter(|_| {
            let (x, y): (f64, f64) = (slow.gen(), slow.gen());
            x * x + y * y < 1.0
        })
        .count();
    println!("{}", inside);
    println!("{:?}", [cards.choose(&mut slow), cards.choose(&mut fast)]);
    println!("{}", (0..10).map(|_| fast.gen_range(1..=6)).sum::<u32>());
}
