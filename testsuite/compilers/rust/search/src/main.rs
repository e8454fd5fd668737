// Search a text by regular expressions.
use regex::{Regex, RegexSet};

fn main() {
    let text: String = (0..400)
        .map(|i| format!("user{}@host{}.example 2024-{:02}-{:02} {}\n", i, i % 7, i % 12 + 1, i % 28 + 1, i * i))
        .collect();
    let mail = Regex::new(r"(?P<user>\w+)@(?P<host>[a-z0-9.]+)").unwrap();
    let date = Regex::new(r"(\d{4})-(\d{2})-(\d{2})").unwrap();
    println!("{}", mail.find_iter(&text).count());
    let last = mail.captures_iter(&text).last().unwrap();
    println!("{} {}", &last["user"], &last["host"]);
    let turned = date.replace_all(&text, "$3.$2.$1");
    println!("{}", turned.lines().nth(17).unwrap());
    let set = RegexSet::new([r"user1\d", r"host[35]\.", r"[0-9]+9$"]).unwrap();
    let n: usize = text.lines().map(|l| set.matches(l).into_iter().count()).sum();
    println!("{}", n);
    println!("{}", Regex::new("(").is_err());
}
