//! The rules that come with maymust, by name.

/// Names and texts, in order.
const SHIPPED: [(&str, &str); 16] = [
    ("allocation", include_str!("../../../rules/allocation.rule")),
    ("callback", include_str!("../../../rules/callback.rule")),
    ("descriptor", include_str!("../../../rules/descriptor.rule")),
    ("dma_mapping", include_str!("../../../rules/dma_mapping.rule")),
    ("file", include_str!("../../../rules/file.rule")),
    ("init_before_use", include_str!("../../../rules/init_before_use.rule")),
    ("interrupts", include_str!("../../../rules/interrupts.rule")),
    ("irq_level", include_str!("../../../rules/irq_level.rule")),
    ("mutex", include_str!("../../../rules/mutex.rule")),
    ("no_sleep", include_str!("../../../rules/no_sleep.rule")),
    ("reference_count", include_str!("../../../rules/reference_count.rule")),
    ("request", include_str!("../../../rules/request.rule")),
    ("semaphore", include_str!("../../../rules/semaphore.rule")),
    ("spin_lock", include_str!("../../../rules/spin_lock.rule")),
    ("timer", include_str!("../../../rules/timer.rule")),
    ("transaction", include_str!("../../../rules/transaction.rule")),
];

/// The text of a shipped rule.
pub fn shipped(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(n, _)| *n == name).map(|(_, text)| *text)
}

/// The names of all of them.
pub fn shipped_names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_shipped() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules");
        let files = std::fs::read_dir(folder).expect("the folder of rules").flatten().map(|f| f.path());
        let rules = files.filter(|f| f.extension().is_some_and(|e| e == "rule"));
        let mut names: Vec<String> =
            rules.filter_map(|f| Some(f.file_stem()?.to_str()?.to_owned())).collect();
        names.sort_unstable();
        assert_eq!(names, shipped_names().collect::<Vec<_>>());
        assert!(shipped("spin_lock").is_some_and(|text| text.contains("lock")) && shipped("spin").is_none());
    }
}
