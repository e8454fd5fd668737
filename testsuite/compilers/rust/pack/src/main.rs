// Compress and expand by DEFLATE, at each level.
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec;

fn main() {
    let mut text = Vec::new();
    let mut x = 1u32;
    for i in 0..60_000u32 {
        x = x.wrapping_mul(1103515245).wrapping_add(12345);
        text.push(if i % 5 == 0 { (x >> 16) as u8 & 31 } else { (i % 13) as u8 } + b'A');
    }
    for level in 0..10 {
        let packed = compress_to_vec(&text, level);
        let sum = packed.iter().fold(0u32, |s, b| s.wrapping_mul(31).wrapping_add(*b as u32));
        println!("{} {} {:08x} {}", level, packed.len(), sum, decompress_to_vec(&packed).unwrap() == text);
    }
    println!("{}", decompress_to_vec(&[7, 1, 2]).is_err());
}
