// Count words in several threads, and print the most frequent.
use std::collections::{BTreeMap, HashMap};
use std::sync::{mpsc, Arc, Mutex};
use std::thread;

fn words(seed: u64, n: usize) -> impl Iterator<Item = String> {
    let mut x = seed;
    (0..n).map(move |_| {
        x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        format!("w{}", (x >> 33) % 97)
    })
}

fn main() {
    let total = Arc::new(Mutex::new(BTreeMap::<String, usize>::new()));
    let (send, receive) = mpsc::channel();
    let threads: Vec<_> = (0..4u64)
        .map(|i| {
            let total = Arc::clone(&total);
            let send = send.clone();
            thread::spawn(move || {
                let mut mine: HashMap<String, usize> = HashMap::new();
                for w in words(i + 1, 20_000) {
                    *mine.entry(w).or_default() += 1;
                }
                send.send(mine.len()).unwrap();
                let mut all = total.lock().unwrap();
                for (w, n) in mine {
                    *all.entry(w).or_insert(0) += n;
                }
            })
        })
        .collect();
    drop(send);
    let kinds: usize = receive.iter().sum();
    for t in threads {
        t.join().unwrap();
    }
    let all = total.lock().unwrap();
    let mut list: Vec<_> = all.iter().collect();
    list.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    println!("{} {}", kinds, list.len());
    for (w, n) in list.iter().take(5) {
        println!("{:>5} {}", n, w);
    }
}
