//! The bytes of one object: inline, in one piece, or in pages; owned or shared.

use std::sync::Arc;

use crate::lines::Away;

/// Bytes per page; bigger objects have several.
pub(crate) const PAGE: usize = 4096;
/// Objects up to this size are inline in the table.
const INLINE: usize = 16;

// A box behind an `Arc` can become owned again without moving what is in it.
#[allow(clippy::redundant_allocation)]
/// Up to a page of bytes.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    /// All zero, not yet written.
    Zero,
    Owned(Box<[u8]>),
    Shared(Arc<Box<[u8]>>),
    /// At hand, in its line: see [`Lines`].
    Away,
}

// A box behind an `Arc` can become owned again without moving what is in it.
#[allow(clippy::redundant_allocation)]
/// The bytes of an object.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// No bytes: ended, or code.
    None,
    /// Length and bytes of a tiny object.
    Inline(u8, [u8; INLINE]),
    /// Not more than a page; never `Zero`.
    Whole(Piece),
    /// Owned pages.
    Paged(Box<Pages>),
    /// Shared pages.
    SharedPages(Arc<Box<Pages>>),
}

/// The pages of a big object.
#[derive(Clone, Debug)]
pub(crate) struct Pages {
    size: u32,
    pages: Vec<Piece>,
    /// Pages that may be owned, for `freeze`.
    owned: Vec<u32>,
}

impl Piece {
    fn freeze(&mut self) {
        if let Piece::Owned(bytes) = self {
            *self = Piece::Shared(Arc::new(std::mem::take(bytes)));
        }
    }

    /// The bytes, or none if they are zeros not yet written.
    #[inline(always)]
    fn bytes<'a>(&'a self, away: Away<'a>, page: usize) -> Option<&'a [u8]> {
        match self {
            Piece::Owned(bytes) => Some(bytes),
            Piece::Shared(bytes) => Some(bytes),
            Piece::Away => Some(away.page(page)),
            Piece::Zero => None,
        }
    }

    /// The bytes for writing; counts bytes copied to unshare. None if they are away.
    fn own(&mut self, length: usize, copied: &mut u64) -> Option<&mut [u8]> {
        match self {
            Piece::Owned(_) | Piece::Away => {}
            Piece::Zero => *self = Piece::Owned(vec![0; length].into()),
            Piece::Shared(shared) => {
                let bytes = Arc::try_unwrap(std::mem::take(shared)).unwrap_or_else(|shared| {
                    *copied += shared.len() as u64;
                    Box::clone(&shared)
                });
                *self = Piece::Owned(bytes);
            }
        }
        match self {
            Piece::Owned(bytes) => Some(bytes),
            _ => None,
        }
    }
}

impl Body {
    /// Zeros.
    pub(crate) fn zeroed(size: u32) -> Body {
        let length = size as usize;
        if length <= INLINE {
            Body::Inline(length as u8, [0; INLINE])
        } else if length <= PAGE {
            Body::Whole(Piece::Owned(vec![0; length].into()))
        } else {
            let pages = vec![Piece::Zero; length.div_ceil(PAGE)];
            Body::Paged(Box::new(Pages { size, pages, owned: Vec::new() }))
        }
    }

    /// Is a page zero because it was never written?
    pub(crate) fn is_zero(&self, page: u32) -> bool {
        let pages = match self {
            Body::Paged(pages) => pages,
            Body::SharedPages(pages) => &**pages,
            Body::None | Body::Inline(..) | Body::Whole(_) => return false,
        };
        matches!(pages.pages.get(page as usize), Some(Piece::Zero))
    }

    /// Shares all owned parts; none may be away.
    pub(crate) fn freeze(&mut self) {
        match self {
            Body::Whole(piece) => piece.freeze(),
            Body::Paged(_) => {
                if let Body::Paged(mut pages) = std::mem::replace(self, Body::None) {
                    for index in std::mem::take(&mut pages.owned) {
                        pages.pages[index as usize].freeze();
                    }
                    *self = Body::SharedPages(Arc::new(pages));
                }
            }
            _ => {}
        }
    }

    /// Reads `N` bytes at an offset. The common form is tried first, the rest is out of line.
    #[inline(always)]
    pub(crate) fn read<const N: usize>(&self, offset: u32, away: Away<'_>) -> Option<[u8; N]> {
        let at = offset as usize;
        if let Body::Whole(Piece::Owned(bytes)) = self {
            return bytes.get(at..at + N)?.try_into().ok();
        }
        let mut out = [0; N];
        self.read_slice(offset, &mut out, away)?;
        Some(out)
    }

    /// Reads into a slice.
    #[inline(never)]
    pub(crate) fn read_slice(&self, offset: u32, out: &mut [u8], away: Away<'_>) -> Option<()> {
        let offset = offset as usize;
        let bytes = match self {
            Body::None => return None,
            Body::Inline(length, bytes) => bytes.get(..*length as usize)?,
            Body::Whole(piece) => piece.bytes(away, 0)?,
            Body::Paged(pages) => return pages.read_slice(offset, out, away),
            Body::SharedPages(pages) => return pages.read_slice(offset, out, away),
        };
        out.copy_from_slice(bytes.get(offset..offset + out.len())?);
        Some(())
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
        if let Body::Whole(Piece::Owned(all)) = self {
            all.get_mut(at..at + N)?.copy_from_slice(&bytes);
            return Some(());
        }
        self.write_slice(offset, &bytes, copied)
    }

    /// Writes a slice; what it covers must not be away.
    #[inline(never)]
    pub(crate) fn write_slice(&mut self, offset: u32, bytes: &[u8], copied: &mut u64) -> Option<()> {
        if let Body::SharedPages(_) = self
            && let Body::SharedPages(shared) = std::mem::replace(self, Body::None)
        {
            *self = Body::Paged(Arc::try_unwrap(shared).unwrap_or_else(|shared| Box::clone(&shared)));
        }
        let offset = offset as usize;
        let all = match self {
            Body::Inline(length, all) => all.get_mut(..*length as usize)?,
            Body::Whole(piece) => piece.own(0, copied)?,
            Body::Paged(pages) => return pages.write_slice(offset, bytes, copied),
            _ => return None,
        };
        all.get_mut(offset..offset + bytes.len())?.copy_from_slice(bytes);
        Some(())
    }

    /// Gives the owned bytes of a page away, to a line.
    pub(crate) fn take_page(&mut self, page: u32) -> Option<Box<[u8]>> {
        let piece = self.piece(page)?;
        if let Piece::Owned(bytes) = piece {
            let bytes = std::mem::take(bytes);
            *piece = Piece::Away;
            return Some(bytes);
        }
        None
    }

    /// Takes the bytes of a page back.
    pub(crate) fn put_page(&mut self, page: u32, bytes: Box<[u8]>) {
        if let Some(piece) = self.piece(page) {
            *piece = Piece::Owned(bytes);
        }
    }

    /// Is this page away?
    pub(crate) fn is_away(&self, page: u32) -> bool {
        match self {
            Body::Whole(Piece::Away) => page == 0,
            Body::Paged(pages) => matches!(pages.pages.get(page as usize), Some(Piece::Away)),
            _ => false,
        }
    }

    fn piece(&mut self, page: u32) -> Option<&mut Piece> {
        match self {
            Body::Whole(piece) => (page == 0).then_some(piece),
            Body::Paged(pages) => pages.pages.get_mut(page as usize),
            _ => None,
        }
    }

    /// Calls `visit` with every stretch of bytes that may be nonzero.
    pub(crate) fn scan(&self, away: Away<'_>, visit: &mut dyn FnMut(u32, &[u8])) {
        match self {
            Body::None => {}
            Body::Inline(length, bytes) => visit(0, &bytes[..*length as usize]),
            Body::Whole(piece) => visit(0, piece.bytes(away, 0).unwrap_or(&[])),
            Body::Paged(pages) => pages.scan(away, visit),
            Body::SharedPages(pages) => pages.scan(away, visit),
        }
    }
}

impl Pages {
    fn read_slice(&self, offset: usize, out: &mut [u8], away: Away<'_>) -> Option<()> {
        if offset + out.len() > self.size as usize {
            return None;
        }
        let mut done = 0;
        while done < out.len() {
            let at = offset + done;
            let within = at % PAGE;
            let count = (PAGE - within).min(out.len() - done);
            let target = &mut out[done..done + count];
            match self.pages[at / PAGE].bytes(away, at / PAGE) {
                Some(bytes) => target.copy_from_slice(bytes.get(within..within + count)?),
                None => target.fill(0),
            }
            done += count;
        }
        Some(())
    }

    fn write_slice(&mut self, offset: usize, bytes: &[u8], copied: &mut u64) -> Option<()> {
        if offset + bytes.len() > self.size as usize {
            return None;
        }
        let mut done = 0;
        while done < bytes.len() {
            let at = offset + done;
            let within = at % PAGE;
            let count = (PAGE - within).min(bytes.len() - done);
            let page = self.own(at / PAGE, copied)?;
            page.get_mut(within..within + count)?.copy_from_slice(&bytes[done..done + count]);
            done += count;
        }
        Some(())
    }

    fn own(&mut self, index: usize, copied: &mut u64) -> Option<&mut [u8]> {
        let piece = &mut self.pages[index];
        if !matches!(piece, Piece::Owned(_)) {
            self.owned.push(index as u32);
        }
        piece.own((self.size as usize - index * PAGE).min(PAGE), copied)
    }

    fn scan(&self, away: Away<'_>, visit: &mut dyn FnMut(u32, &[u8])) {
        for (i, piece) in self.pages.iter().enumerate() {
            if let Some(bytes) = piece.bytes(away, i) {
                visit((i * PAGE) as u32, bytes);
            }
        }
    }
}
