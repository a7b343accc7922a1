//! Interned identifiers.

use rustc_hash::FxHashMap;

/// An interned identifier; equal names are equal numbers within one [`Names`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Name(pub u32);

/// The interner. One for all files of a run.
#[derive(Debug, Default)]
pub struct Names {
    texts: Vec<std::sync::Arc<str>>,
    ids: FxHashMap<std::sync::Arc<str>, Name>,
}

impl Names {
    /// The name of a text.
    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(&name) = self.ids.get(text) {
            return name;
        }
        let name = Name(self.texts.len() as u32);
        let text: std::sync::Arc<str> = text.into();
        self.texts.push(text.clone());
        self.ids.insert(text, name);
        name
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        &self.texts[name.0 as usize]
    }

    /// The name of a text if it was ever interned.
    pub fn get(&self, text: &str) -> Option<Name> {
        self.ids.get(text).copied()
    }
}
