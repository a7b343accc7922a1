//! Analyses of one side alone: must without partitions (DART, SMART), may without tests (SLAM).

use crate::core::Core;
use crate::query::{Progress, Reply};
use crate::test::Active;

impl Core {
    /// MUST-POST without a partition.
    pub fn explore(&mut self, _active: &mut Active) -> Progress {
        Progress::Done(Reply::Unknown("not explored".to_owned()))
    }

    /// NOTMAY-PRE without tests.
    pub fn refine_path(&mut self, _active: &mut Active) -> Progress {
        Progress::Done(Reply::Unknown("not refined".to_owned()))
    }
}
