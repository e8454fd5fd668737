// Digests by SHA-2, and large numbers made of them.
use num_bigint::BigUint;
use sha2::{Digest, Sha256, Sha512};

fn main() {
    let mut product = BigUint::from(1u32);
    for i in 0..20u32 {
        let mut short = Sha256::new();
        short.update(i.to_le_bytes());
        let mut long = Sha512::new();
        long.update(vec![i as u8; 1000]);
        product *= BigUint::from_bytes_be(&short.finalize());
        product += BigUint::from_bytes_le(&long.finalize());
    }
    let modulus = BigUint::from(10u32).pow(40) + 7u32;
    println!("{}", product.bits());
    println!("{}", &product % &modulus);
    println!("{}", product.modpow(&BigUint::from(65537u32), &modulus));
}
