//! The bodies of generated drivers: blocks that obey every rule, nested in each other.

use super::text::{Random, Text};

/// What holds where a block stands.
#[derive(Clone, Default)]
struct Context {
    locked: bool,
    timer: bool,
    buffer: bool,
    low_power: bool,
    irql: u64,
    /// What must be undone before the handler is left early.
    cleanup: Vec<String>,
    depth: u64,
}

impl Context {
    /// The same, one level deeper, with something to undo.
    fn within(&self, undo: &str) -> Context {
        let mut inner = self.clone();
        inner.depth += 1;
        if !undo.is_empty() {
            inner.cleanup.push(undo.to_owned());
        }
        inner
    }
}

/// A maker of blocks.
pub struct Blocks {
    /// Where choices come from.
    pub random: Random,
    services: u64,
    may: u64,
    must: u64,
    names: u64,
}

impl Blocks {
    /// For a driver with so many services and helpers.
    pub fn new(random: Random, services: u64, may: u64, must: u64) -> Blocks {
        Blocks { random, services, may, must, names: 0 }
    }

    /// The helpers that matter to no rule: loops without a simple invariant, arithmetic without an inverse.
    pub fn helpers(&mut self, text: &mut Text) {
        (0..self.may).for_each(|index| self.hard_for_may(text, index));
        (0..self.must).for_each(|index| self.hard_for_must(text, index));
    }

    fn hard_for_may(&mut self, text: &mut Text, index: u64) {
        text.function(format_args!("static int settle_{index}(int x)"));
        let mask = [63, 127, 255][self.random.below(3) as usize];
        match index % 3 {
            0 => {
                text.put(format_args!("unsigned n = (unsigned)x & {mask}u;"));
                text.line("int steps = 0;");
                text.open(format_args!("while (n > 1 && steps < 60)"));
                text.line("n = n % 2 ? (3 * n + 1) & 1023u : n / 2;");
                text.line("steps++;");
                text.close("");
                text.line("return steps;");
            }
            1 => {
                text.put(format_args!("unsigned n = (unsigned)x & {mask}u, a = 1, b = 1, i;"));
                text.open(format_args!("for (i = 0; i < n; i++)"));
                text.line("unsigned t = a + b;");
                text.line("a = b;");
                text.line("b = t % 9973u;");
                text.close("");
                text.line("return (int)(a % 100u);");
            }
            _ => {
                text.put(format_args!("unsigned low = 0, high = (unsigned)x & {mask}u, turns = 0;"));
                text.open(format_args!("while (low < high)"));
                text.line("if ((low + high) % 3 == 0)");
                text.line("    low++;");
                text.line("else");
                text.line("    high--;");
                text.line("turns++;");
                text.close("");
                text.line("return (int)turns;");
            }
        }
        text.end();
    }

    fn hard_for_must(&mut self, text: &mut Text, index: u64) {
        text.function(format_args!("static unsigned scramble_{index}(unsigned x)"));
        let (shift, rounds) = (self.random.range(3, 13), self.random.range(4, 12));
        let factor = 2 * self.random.range(0x1000_0000, 0x7000_0000) + 1;
        text.line("int i;");
        text.put(format_args!("for (i = 0; i < {rounds}; i++)"));
        text.put(format_args!("    x = (x ^ x >> {shift}) * {factor}u;"));
        text.line("return x;");
        text.end();
    }

    /// A statement that matters to no rule.
    pub fn compute(&mut self, text: &mut Text) {
        let slot = self.random.range(1, 6);
        let (may, must) = (self.random.below(self.may), self.random.below(self.must));
        match self.random.below(6) {
            0 => text.put(format_args!("dev->stats[{slot}] += (unsigned)settle_{may}(req->length);")),
            1 => text.put(format_args!("dev->stats[{slot}] ^= scramble_{must}((unsigned)req->arg);")),
            2 => text.put(format_args!("dev->window[dev->head++ & 15u] = (unsigned)req->flags;")),
            3 => text.put(format_args!("dev->window[(unsigned)req->arg & 15u] = dev->stats[{slot}];")),
            4 => text.put(format_args!("dev->stats[{slot}] += dev->window[dev->tail++ & 15u];")),
            _ => text.put(format_args!("dev->stats[{slot}]++;")),
        }
    }

    fn condition(&mut self) -> String {
        let (may, must) = (self.random.below(self.may), self.random.below(self.must));
        match self.random.below(8) {
            0 => format!("req->length > {}", self.random.range(1, 4096)),
            1 => format!("req->flags & {}", 1 << self.random.below(8)),
            2 => format!("req->arg < {}", self.random.range(1, 100_000)),
            3 => format!("req->arg == {}", self.random.range(1, 100_000)),
            4 => format!("settle_{may}(req->arg) > {}", self.random.range(2, 30)),
            5 => format!("scramble_{must}((unsigned)req->arg) == {}u", self.random.range(1, 4_000_000_000)),
            6 => format!("dev->stats[{}] > {}u", self.random.range(1, 6), self.random.range(1, 9)),
            _ => format!("(req->length & {}) == {}", 7, self.random.below(8)),
        }
    }

    /// A service: a function that obeys the rules when nothing is held, and may call services before it.
    pub fn service(&mut self, text: &mut Text, index: u64) {
        text.function(format_args!("static int service_{index}(struct device *dev, struct request *req)"));
        let context = Context::default();
        for _ in 0..self.random.range(1, 2) {
            self.block(text, &context, index, false);
        }
        if index > 0 && self.random.percent(70) {
            let callee = self.random.range(index.saturating_sub(6), index - 1);
            let condition = self.condition();
            text.put(format_args!("if ({condition})"));
            text.put(format_args!("    return service_{callee}(dev, req);"));
        }
        text.line("return 0;");
        text.end();
    }

    /// A handler: its chain of steps, then blocks, then the completion of the request.
    pub fn handler(&mut self, text: &mut Text, index: u64) {
        text.function(format_args!("static int handle_{index}(struct device *dev, struct request *req)"));
        text.put(format_args!("int status = step_{index}_0(dev, req);"));
        text.line("if (status == FORGOTTEN)");
        text.line("    return status;");
        text.line("if (status < 0)");
        text.line("    goto fail;");
        text.line("use_device(dev);");
        let context = Context::default();
        for _ in 0..self.random.range(2, 4) {
            self.block(text, &context, self.services, true);
        }
        text.line("complete_request(req, status);");
        text.line("return status;");
        text.label("fail");
        text.line("complete_request(req, status);");
        text.line("return status;");
        text.end();
    }

    /// A block that leaves everything as it found it. Services below `services` may be called; `exits` says whether
    /// there is a label `fail` to leave by.
    fn block(&mut self, text: &mut Text, context: &Context, services: u64, exits: bool) {
        if context.depth >= 4 {
            return self.compute(text);
        }
        let free =
            !context.locked && context.irql == 0 && !context.timer && !context.buffer && !context.low_power;
        match self.random.below(13) {
            0 | 1 if !context.locked => self.lock(text, context, services, exits),
            2 => self.irql(text, context, services, exits),
            3 => {
                text.line("get_device(dev);");
                self.inner(text, &context.within("put_device(dev);"), services, exits);
                text.line("put_device(dev);");
            }
            4 if !context.timer => {
                text.line("set_timer();");
                let inner = Context { timer: true, ..context.within("cancel_timer();") };
                self.inner(text, &inner, services, exits);
                text.line("cancel_timer();");
            }
            5 if !context.buffer => {
                text.line("take_buffer();");
                let inner = Context { buffer: true, ..context.within("give_buffer();") };
                self.inner(text, &inner, services, exits);
                text.line("give_buffer();");
            }
            6 if !context.low_power => {
                text.line("power_down();");
                self.compute(text);
                text.line("power_up();");
            }
            7 if !context.low_power => text.line("start_io();"),
            8 if !context.locked => text.line("wait_event();"),
            9 if free && services > 0 => {
                let service = self.random.below(services);
                text.put(format_args!("service_{service}(dev, req);"));
            }
            10 if !context.locked => self.correlated(text),
            11 if context.depth < 2 => self.repeat(text, context, services),
            _ => self.branch(text, context, services, exits),
        }
    }

    fn inner(&mut self, text: &mut Text, context: &Context, services: u64, exits: bool) {
        for _ in 0..self.random.range(1, 2) {
            self.block(text, context, services, exits);
        }
        if exits && self.random.percent(25) {
            let condition = self.condition();
            text.open(format_args!("if ({condition})"));
            context.cleanup.iter().rev().for_each(|line| text.line(line));
            text.line("status = -16;");
            text.line("goto fail;");
            text.close("");
        }
    }

    fn lock(&mut self, text: &mut Text, context: &Context, services: u64, exits: bool) {
        text.line("acquire_lock();");
        let inner = Context { locked: true, ..context.within("release_lock();") };
        self.inner(text, &inner, services, exits);
        text.line("release_lock();");
    }

    fn irql(&mut self, text: &mut Text, context: &Context, services: u64, exits: bool) {
        let level = context.irql + 1;
        let undo = format!("lower_irql({});", context.irql);
        text.put(format_args!("raise_irql({level});"));
        let inner = Context { irql: level, ..context.within(&undo) };
        self.inner(text, &inner, services, exits);
        text.line(&undo);
    }

    /// Taken and released under the same condition, tested twice.
    fn correlated(&mut self, text: &mut Text) {
        self.names += 1;
        let name = format!("need_{}", self.names);
        let condition = self.condition();
        text.line("{");
        text.put(format_args!("    int {name} = ({condition}) != 0;"));
        text.put(format_args!("    if ({name})"));
        text.line("        acquire_lock();");
        text.line("    dev->stats[2]++;");
        text.put(format_args!("    if ({name})"));
        text.line("        release_lock();");
        text.line("}");
    }

    /// A loop whose body obeys the rules.
    fn repeat(&mut self, text: &mut Text, context: &Context, services: u64) {
        self.names += 1;
        let name = format!("i_{}", self.names);
        text.line("{");
        text.put(format_args!("    int {name};"));
        let bound = [3, 7, 15][self.random.below(3) as usize];
        text.open(format_args!("    for ({name} = 0; {name} < (req->length & {bound}); {name}++)"));
        let mut inner = context.within("");
        inner.depth += 1;
        self.block(text, &inner, services, false);
        text.close("");
        text.line("}");
    }

    fn branch(&mut self, text: &mut Text, context: &Context, services: u64, exits: bool) {
        let condition = self.condition();
        let inner = context.within("");
        text.open(format_args!("if ({condition})"));
        self.block(text, &inner, services, exits);
        if self.random.percent(60) {
            text.otherwise();
            self.block(text, &inner, services, exits);
        }
        text.close("");
    }
}
