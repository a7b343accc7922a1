//! The bytes of one object: inline, in one piece, or in pages; owned or shared.

use std::sync::Arc;

/// Bytes per page of a big object.
pub(crate) const PAGE: usize = 4096;
/// Objects up to this size are inline in the table.
const INLINE: usize = 16;
/// Objects above this size have pages.
const BIG: usize = 4 * PAGE;

// A box behind an `Arc` can become owned again without moving what is in it.
#[allow(clippy::redundant_allocation)]
/// The bytes of an object.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// No bytes: ended, or code.
    None,
    /// Length and bytes of a tiny object.
    Inline(u8, [u8; INLINE]),
    /// Owned bytes.
    Owned(Vec<u8>),
    /// Shared bytes.
    Shared(Arc<Vec<u8>>),
    /// Owned pages.
    Paged(Box<Pages>),
    /// Shared pages.
    SharedPages(Arc<Box<Pages>>),
}

/// The pages of a big object.
#[derive(Clone, Debug)]
pub(crate) struct Pages {
    size: u32,
    pages: Vec<Page>,
    /// Pages that may be owned, for `freeze`.
    owned: Vec<u32>,
}

#[allow(clippy::redundant_allocation)]
#[derive(Clone, Debug)]
enum Page {
    /// All zero, not yet written.
    Zero,
    Owned(Box<[u8; PAGE]>),
    Shared(Arc<Box<[u8; PAGE]>>),
}

impl Body {
    /// Zeros.
    pub(crate) fn zeroed(size: u32) -> Body {
        let length = size as usize;
        if length <= INLINE {
            Body::Inline(length as u8, [0; INLINE])
        } else if length <= BIG {
            Body::Owned(vec![0; length])
        } else {
            let pages = vec![Page::Zero; length.div_ceil(PAGE)];
            Body::Paged(Box::new(Pages { size, pages, owned: Vec::new() }))
        }
    }

    /// Shares all owned parts.
    pub(crate) fn freeze(&mut self) {
        match self {
            Body::Owned(bytes) => *self = Body::Shared(Arc::new(std::mem::take(bytes))),
            Body::Paged(_) => {
                if let Body::Paged(mut pages) = std::mem::replace(self, Body::None) {
                    pages.freeze();
                    *self = Body::SharedPages(Arc::new(pages));
                }
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn slice(&self) -> Option<&[u8]> {
        match self {
            Body::Inline(length, bytes) => bytes.get(..*length as usize),
            Body::Owned(bytes) => Some(bytes),
            Body::Shared(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// Reads `N` bytes at an offset. The common forms are tried first, the rest is out of line.
    #[inline(always)]
    pub(crate) fn read<const N: usize>(&self, offset: u32) -> Option<[u8; N]> {
        let at = offset as usize;
        if let Body::Owned(bytes) = self {
            return bytes.get(at..at + N)?.try_into().ok();
        }
        if let Body::Paged(pages) = self
            && let Some(Page::Owned(page)) = pages.pages.get(at / PAGE)
            && let Some(bytes) = page.get(at % PAGE..at % PAGE + N)
            && at + N <= pages.size as usize
        {
            return bytes.try_into().ok();
        }
        self.read_other(at)
    }

    #[inline(never)]
    fn read_other<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        match self {
            Body::Paged(pages) => pages.read::<N>(at),
            Body::SharedPages(pages) => pages.read::<N>(at),
            _ => self.slice()?.get(at..at + N)?.try_into().ok(),
        }
    }

    /// Writes `N` bytes at an offset; counts bytes copied to unshare.
    #[inline(always)]
    pub(crate) fn write<const N: usize>(
        &mut self,
        offset: u32,
        bytes: [u8; N],
        copied: &mut u64,
    ) -> Option<()> {
        let at = offset as usize;
        if let Body::Owned(all) = self {
            all.get_mut(at..at + N)?.copy_from_slice(&bytes);
            return Some(());
        }
        if let Body::Paged(pages) = self
            && at + N <= pages.size as usize
            && let Some(Page::Owned(page)) = pages.pages.get_mut(at / PAGE)
            && let Some(place) = page.get_mut(at % PAGE..at % PAGE + N)
        {
            place.copy_from_slice(&bytes);
            return Some(());
        }
        self.write_slice(offset, &bytes, copied)
    }

    /// Reads into a slice.
    pub(crate) fn read_slice(&self, offset: u32, out: &mut [u8]) -> Option<()> {
        let offset = offset as usize;
        match self {
            Body::Paged(pages) => pages.read_slice(offset, out),
            Body::SharedPages(pages) => pages.read_slice(offset, out),
            _ => {
                out.copy_from_slice(self.slice()?.get(offset..offset + out.len())?);
                Some(())
            }
        }
    }

    /// Writes a slice.
    #[inline(never)]
    pub(crate) fn write_slice(&mut self, offset: u32, bytes: &[u8], copied: &mut u64) -> Option<()> {
        self.own(copied);
        let offset = offset as usize;
        let range = offset..offset + bytes.len();
        match self {
            Body::Inline(length, all) => {
                all.get_mut(..*length as usize)?.get_mut(range)?.copy_from_slice(bytes)
            }
            Body::Owned(all) => all.get_mut(range)?.copy_from_slice(bytes),
            Body::Paged(pages) => pages.write_slice(offset, bytes, copied)?,
            _ => return None,
        }
        Some(())
    }

    #[cold]
    fn own(&mut self, copied: &mut u64) {
        match self {
            Body::Shared(shared) => {
                let shared = std::mem::take(shared);
                let bytes = Arc::try_unwrap(shared).unwrap_or_else(|shared| {
                    *copied += shared.len() as u64;
                    Vec::clone(&shared)
                });
                *self = Body::Owned(bytes);
            }
            Body::SharedPages(_) => {
                if let Body::SharedPages(shared) = std::mem::replace(self, Body::None) {
                    *self = Body::Paged(Arc::try_unwrap(shared).unwrap_or_else(|shared| Box::clone(&shared)));
                }
            }
            _ => {}
        }
    }

    /// Calls `visit` with every stretch of bytes that may be nonzero.
    pub(crate) fn scan(&self, visit: &mut dyn FnMut(u32, &[u8])) {
        match self {
            Body::Paged(pages) => pages.scan(visit),
            Body::SharedPages(pages) => pages.scan(visit),
            _ => visit(0, self.slice().unwrap_or(&[])),
        }
    }
}

impl Pages {
    fn freeze(&mut self) {
        for index in std::mem::take(&mut self.owned) {
            let page = &mut self.pages[index as usize];
            if let Page::Owned(bytes) = std::mem::replace(page, Page::Zero) {
                *page = Page::Shared(Arc::new(bytes));
            }
        }
    }

    #[inline(always)]
    fn read<const N: usize>(&self, offset: usize) -> Option<[u8; N]> {
        let within = offset % PAGE;
        if offset + N > self.size as usize {
            return None;
        }
        if within + N > PAGE {
            let mut out = [0; N];
            self.read_slice(offset, &mut out)?;
            return Some(out);
        }
        let page: &[u8; PAGE] = match self.pages.get(offset / PAGE)? {
            Page::Owned(page) => page,
            Page::Shared(page) => page,
            Page::Zero => return Some([0; N]),
        };
        page.get(within..within + N)?.try_into().ok()
    }

    #[inline(never)]
    fn read_slice(&self, offset: usize, out: &mut [u8]) -> Option<()> {
        if offset + out.len() > self.size as usize {
            return None;
        }
        let mut done = 0;
        while done < out.len() {
            let at = offset + done;
            let within = at % PAGE;
            let count = (PAGE - within).min(out.len() - done);
            let target = &mut out[done..done + count];
            match &self.pages[at / PAGE] {
                Page::Owned(page) => target.copy_from_slice(&page[within..within + count]),
                Page::Shared(page) => target.copy_from_slice(&page[within..within + count]),
                Page::Zero => target.fill(0),
            }
            done += count;
        }
        Some(())
    }

    #[inline(never)]
    fn write_slice(&mut self, offset: usize, bytes: &[u8], copied: &mut u64) -> Option<()> {
        if offset + bytes.len() > self.size as usize {
            return None;
        }
        let mut done = 0;
        while done < bytes.len() {
            let at = offset + done;
            let within = at % PAGE;
            let count = (PAGE - within).min(bytes.len() - done);
            let page = self.own(at / PAGE, copied);
            page[within..within + count].copy_from_slice(&bytes[done..done + count]);
            done += count;
        }
        Some(())
    }

    fn own(&mut self, index: usize, copied: &mut u64) -> &mut [u8; PAGE] {
        let page = &mut self.pages[index];
        if !matches!(page, Page::Owned(_)) {
            self.owned.push(index as u32);
            let bytes = match std::mem::replace(page, Page::Zero) {
                Page::Shared(shared) => Arc::try_unwrap(shared).unwrap_or_else(|shared| {
                    *copied += PAGE as u64;
                    Box::clone(&shared)
                }),
                _ => Box::new([0; PAGE]),
            };
            *page = Page::Owned(bytes);
        }
        match page {
            Page::Owned(bytes) => bytes,
            _ => unreachable!("just made owned"),
        }
    }

    fn scan(&self, visit: &mut dyn FnMut(u32, &[u8])) {
        for (i, page) in self.pages.iter().enumerate() {
            let start = i * PAGE;
            let length = (self.size as usize - start).min(PAGE);
            match page {
                Page::Owned(bytes) => visit(start as u32, &bytes[..length]),
                Page::Shared(bytes) => visit(start as u32, &bytes[..length]),
                Page::Zero => {}
            }
        }
    }
}
