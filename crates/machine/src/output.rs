//! Where the bytes go that a program writes.

/// Takes what the program writes.
pub trait Output {
    /// Bytes for stream 1 or 2, in order.
    fn write(&mut self, stream: u32, bytes: &[u8]);
}

/// Throws everything away.
#[derive(Clone, Copy, Default, Debug)]
pub struct Silent;

impl Output for Silent {
    fn write(&mut self, _stream: u32, _bytes: &[u8]) {}
}

/// Keeps both streams.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Captured {
    /// Stream 1.
    pub stdout: Vec<u8>,
    /// Stream 2.
    pub stderr: Vec<u8>,
}

impl Output for Captured {
    fn write(&mut self, stream: u32, bytes: &[u8]) {
        let target = if stream == 2 { &mut self.stderr } else { &mut self.stdout };
        target.extend_from_slice(bytes);
    }
}

/// Writes to two writers; errors (a closed pipe) are kept and end nothing.
pub struct Writers<O, E> {
    /// Stream 1.
    pub stdout: O,
    /// Stream 2.
    pub stderr: E,
    /// The first error.
    pub error: Option<std::io::Error>,
}

impl<O: std::io::Write, E: std::io::Write> Output for Writers<O, E> {
    fn write(&mut self, stream: u32, bytes: &[u8]) {
        let done = if stream == 2 { self.stderr.write_all(bytes) } else { self.stdout.write_all(bytes) };
        let flushed = done.and_then(|()| if stream == 2 { self.stderr.flush() } else { self.stdout.flush() });
        if let Err(error) = flushed {
            self.error.get_or_insert(error);
        }
    }
}

/// Collects bytes of one stream and passes them on in pieces.
pub(crate) struct Buffer<'a> {
    output: &'a mut dyn Output,
    stream: u32,
    bytes: Vec<u8>,
}

impl<'a> Buffer<'a> {
    pub(crate) fn new(output: &'a mut dyn Output) -> Buffer<'a> {
        Buffer { output, stream: 1, bytes: Vec::new() }
    }

    #[inline]
    pub(crate) fn push(&mut self, stream: u32, byte: u8) {
        if stream != self.stream || self.bytes.len() >= 1 << 14 {
            self.flush();
            self.stream = stream;
        }
        self.bytes.push(byte);
    }

    pub(crate) fn flush(&mut self) {
        if !self.bytes.is_empty() {
            self.output.write(self.stream, &self.bytes);
            self.bytes.clear();
        }
    }
}
