//! Prints the random program of a seed: `cargo run -p maymust-fuzz --example generate -- SEED`.

fn main() {
    let seed = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    print!("{}", maymust_fuzz::generate(seed));
}
