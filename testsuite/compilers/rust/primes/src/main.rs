// Primes, sums and permutations by chains of iterators.
use itertools::Itertools;

trait Source {
    fn take_some(&self, n: usize) -> Vec<u64>;
}

struct Primes;
struct Squares;

impl Source for Primes {
    fn take_some(&self, n: usize) -> Vec<u64> {
        (2u64..).filter(|p| (2..).take_while(|d| d * d <= *p).all(|d| p % d != 0)).take(n).collect()
    }
}

impl Source for Squares {
    fn take_some(&self, n: usize) -> Vec<u64> {
        (1u64..).map(|x| x * x).take(n).collect()
    }
}

fn main() {
    let sources: Vec<Box<dyn Source>> = vec![Box::new(Primes), Box::new(Squares)];
    for s in &sources {
        let v = s.take_some(2000);
        println!("{} {}", v.iter().sum::<u64>(), v.iter().rev().take(3).join(" "));
    }
    let merged = sources[0].take_some(500).into_iter().merge(sources[1].take_some(500)).dedup();
    println!("{:?}", merged.tuple_windows().map(|(a, b)| b - a).minmax());
    let best = (1..8u64).permutations(7).map(|p| p.iter().fold(0, |n, d| n * 10 + d)).filter(|n| n % 11 == 3).max();
    println!("{:?}", best);
    println!("{}", (0..12u32).combinations(4).filter(|c| c.iter().sum::<u32>() == 20).count());
}
