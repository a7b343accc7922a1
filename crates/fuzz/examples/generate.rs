//! Prints the random program of a seed: `cargo run -p maymust-fuzz --example generate -- SEED [idioms]`.

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let seed = args.get(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    let text = match args.get(2) {
        Some(_) => maymust_fuzz::near_truth(seed, maymust_fuzz::DataModel::Lp64).unwrap_or_default(),
        None => maymust_fuzz::generate(seed),
    };
    print!("{text}");
}
