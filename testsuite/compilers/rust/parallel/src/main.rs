// Sort, map and reduce in threads.
use rayon::prelude::*;

fn main() {
    let mut numbers: Vec<u64> = (0..200_000u64)
        .into_par_iter()
        .map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40)
        .collect();
    numbers.par_sort_unstable();
    println!("{} {}", numbers[0], numbers[199_999]);
    println!("{}", numbers.par_iter().filter(|n| *n % 7 == 0).count());
    println!("{}", numbers.par_windows(2).map(|w| w[1] - w[0]).reduce(|| 0, u64::max));
    let (a, b) = rayon::join(|| numbers.iter().sum::<u64>(), || numbers.par_iter().max());
    println!("{} {:?}", a, b);
}
