//! The bytecode: instructions over the registers of a frame.
//!
//! A register holds a truth value, a bit-vector of up to 64 bits (zero-extended) or the bits of a float that fits.
//! Values of 65 to 128 bits take two registers, low half first. Everything else is a *big* value in a second window.
//! `s` is `64 - width`: a mask is `u64::MAX >> s`, a signed comparison compares after a shift left by `s`.

use maymust_program::{CheckId, EdgeId, LocId, ObjectState};
use maymust_term::TermId;

/// A register of a frame.
pub(crate) type Reg = u32;

/// One of the first registers of a frame: what fused instructions work on.
pub(crate) type FirstReg = u8;
/// How many of those there are.
pub(crate) const FIRST_REGISTERS: usize = FirstReg::MAX as usize + 1;

/// Float operations on singles and doubles, by the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Le,
    Lt,
    Eq,
    Sqrt,
    Abs,
    Neg,
    IsNan,
    IsInf,
    IsZero,
    IsNormal,
    IsSubnormal,
    IsNegative,
    IsPositive,
    /// Makes every NaN the one NaN.
    Canonical,
    /// To the other of single and double.
    Convert,
    /// From a signed or unsigned 64-bit number (already extended).
    FromSigned,
    FromUnsigned,
    Trunc,
    Floor,
    Ceil,
    RoundEven,
    RoundAway,
}

/// Operations on values of 65 to 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WideOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
    Neg,
    Not,
    /// The rest give truth values in one register.
    Eq,
    Ult,
    Ule,
    Slt,
    Sle,
}

/// The `from` of an indexed store, and whether the store stands for its checks: packed, to keep instructions small.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guarded(u8);

impl Guarded {
    pub(crate) fn new(from: u8, guarded: bool) -> Guarded {
        Guarded(from & 63 | u8::from(guarded) << 6)
    }

    pub(crate) fn from(self) -> u8 {
        self.0 & 63
    }

    pub(crate) fn guarded(self) -> bool {
        self.0 >> 6 == 1
    }
}

/// An instruction. Jump targets are positions in the code.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Inst {
    Jump(u32),
    /// A jump back: takes fuel; the location is where a stopped run goes on.
    Loop {
        to: u32,
        loc: u32,
    },
    /// Jumps back with the test of the loop: taken while it holds, falls through at the end.
    LoopSlt {
        s: u8,
        a: Reg,
        b: Reg,
        to: u32,
    },
    LoopSle {
        s: u8,
        a: Reg,
        b: Reg,
        to: u32,
    },
    /// The same after adding 1 to `a`, where overflow is a fault.
    NextSlt {
        s: u8,
        a: Reg,
        b: Reg,
        to: u32,
    },
    NextSle {
        s: u8,
        a: Reg,
        b: Reg,
        to: u32,
    },
    LoopUlt {
        a: Reg,
        b: Reg,
        to: u32,
    },
    LoopUle {
        a: Reg,
        b: Reg,
        to: u32,
    },
    LoopNe {
        a: Reg,
        b: Reg,
        to: u32,
    },
    LoopEq {
        a: Reg,
        b: Reg,
        to: u32,
    },
    /// Jumps if `a` (sign-extended from width `64 - from`) plus a constant is below another one, or is not.
    JRange {
        s: u8,
        from: u8,
        sense: bool,
        a: Reg,
        range: u32,
        to: u32,
    },
    JTrue {
        a: Reg,
        to: u32,
    },
    JFalse {
        a: Reg,
        to: u32,
    },
    JEq {
        a: Reg,
        b: Reg,
        to: u32,
    },
    JNe {
        a: Reg,
        b: Reg,
        to: u32,
    },
    JUlt {
        a: Reg,
        b: Reg,
        to: u32,
    },
    JUle {
        a: Reg,
        b: Reg,
        to: u32,
    },
    JSlt {
        s: u8,
        a: Reg,
        b: Reg,
        to: u32,
    },
    JSle {
        s: u8,
        a: Reg,
        b: Reg,
        to: u32,
    },
    JSAddO {
        s: u8,
        a: Reg,
        b: Reg,
        to: u32,
    },
    JSSubO {
        s: u8,
        a: Reg,
        b: Reg,
        to: u32,
    },
    JSMulO {
        s: u8,
        a: Reg,
        b: Reg,
        to: u32,
    },
    Switch {
        a: Reg,
        table: u32,
    },
    /// Falls through if the object is in a state of the mask and the bytes are within it.
    Access {
        mask: u16,
        a: Reg,
        bytes: u32,
        to: u32,
    },
    Call(u32),
    /// A call of a procedure with a body that passes only values of one register.
    CallPlain(u32),
    CallPointer(u32),
    Return,
    Halt(Reg),
    Fail(CheckId),
    /// A leak check whose sufficient condition is false.
    Leak {
        check: CheckId,
        to: u32,
    },
    Blocked,
    /// Threads may be switched here, before the edges out of a location.
    Yield(LocId),
    /// An access that races are looked for in.
    Touch(u32),
    Spawn(u32),
    /// An atomic section begins or ends.
    Section {
        enters: bool,
    },
    /// What happened before is ordered, by an address.
    Order {
        a: Reg,
        release: bool,
    },
    EndThread,
    /// The condition that a thread waits for does not hold.
    Waits,
    /// Stepped code goes on at a location.
    Step(LocId),
    Unsupported(u32),
    /// Stepped code: an edge starts.
    Edge(EdgeId),
    /// Stepped code: a variable was assigned.
    Note(u32),
    /// Stepped code: memory was written.
    NoteStore {
        a: Reg,
        off: i32,
        bytes: u32,
    },

    Move {
        dst: Reg,
        a: Reg,
    },
    Const {
        dst: Reg,
        value: u64,
    },
    /// `dst := a` if `c`.
    CMov {
        dst: Reg,
        c: Reg,
        a: Reg,
    },
    GetGlobal {
        dst: Reg,
        global: u32,
    },
    SetGlobal {
        global: u32,
        a: Reg,
    },
    /// Between places of any kind.
    MoveBig {
        dst: u32,
        a: u32,
    },
    GetGlobalBig {
        dst: u32,
        global: u32,
    },
    SetGlobalBig {
        global: u32,
        a: u32,
    },

    Add {
        s: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// As the plain ones, but signed overflow is a fault.
    AddChecked {
        s: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    SubChecked {
        s: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    MulChecked {
        s: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Sub {
        s: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Mul {
        s: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    UDiv {
        s: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    SDiv {
        s: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    URem {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    SRem {
        s: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    And {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Or {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Xor {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Shl {
        s: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    LShr {
        s: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    AShr {
        s: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Neg {
        s: u8,
        dst: Reg,
        a: Reg,
    },
    Not {
        s: u8,
        dst: Reg,
        a: Reg,
    },
    NotBool {
        dst: Reg,
        a: Reg,
    },
    Eq {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Ult {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Ule {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Slt {
        s: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Sle {
        s: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    UAddO {
        s: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    SAddO {
        s: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    SSubO {
        s: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    UMulO {
        s: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    SMulO {
        s: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// `a` above `b`.
    Concat {
        shift: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Extract {
        lo: u8,
        s: u8,
        dst: Reg,
        a: Reg,
    },
    /// From width `64 - from` to width `64 - s`.
    SExt {
        from: u8,
        s: u8,
        dst: Reg,
        a: Reg,
    },

    Float {
        op: FloatOp,
        double: bool,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// Float to a bit-vector of a width, cut towards zero.
    FloatToInt {
        double: bool,
        signed: bool,
        s: u8,
        dst: Reg,
        a: Reg,
    },
    Wide {
        op: WideOp,
        width: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    WideConcat {
        low: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// One register to two.
    WideExtend {
        from: u8,
        width: u8,
        signed: bool,
        dst: Reg,
        a: Reg,
    },
    WideExtract {
        lo: u8,
        width: u8,
        dst: Reg,
        a: Reg,
    },
    /// Any operator, by the meaning that the term crate gives.
    Apply(u32),
    /// A whole term, by the evaluator of the term crate.
    Eval(u32),
    /// An element of an array literal.
    TableSelect {
        dst: Reg,
        a: Reg,
        table: TermId,
    },

    /// `a + b * factor`, where `b` is sign-extended from width `64 - from`.
    Index {
        from: u8,
        factor: u16,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// A load from such an address.
    LoadIndex1 {
        from: u8,
        factor: u16,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    LoadIndex4 {
        from: u8,
        factor: u16,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    LoadIndex8 {
        from: u8,
        factor: u16,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// A store to such an address.
    StoreIndex1 {
        from: Guarded,
        factor: u16,
        a: Reg,
        b: Reg,
        v: Reg,
    },
    StoreIndex4 {
        from: Guarded,
        factor: u16,
        a: Reg,
        b: Reg,
        v: Reg,
    },
    StoreIndex8 {
        from: Guarded,
        factor: u16,
        a: Reg,
        b: Reg,
        v: Reg,
    },
    Load1 {
        dst: Reg,
        a: Reg,
        off: i32,
    },
    Load2 {
        dst: Reg,
        a: Reg,
        off: i32,
    },
    Load4 {
        dst: Reg,
        a: Reg,
        off: i32,
    },
    Load8 {
        dst: Reg,
        a: Reg,
        off: i32,
    },
    /// Like a load, but zero where no object is: inside of conditional terms.
    LoadQuiet {
        bytes: u8,
        dst: Reg,
        a: Reg,
    },
    LoadAny(u32),
    Store1 {
        guarded: bool,
        a: Reg,
        off: i32,
        v: Reg,
    },
    Store2 {
        guarded: bool,
        a: Reg,
        off: i32,
        v: Reg,
    },
    Store4 {
        guarded: bool,
        a: Reg,
        off: i32,
        v: Reg,
    },
    Store8 {
        guarded: bool,
        a: Reg,
        off: i32,
        v: Reg,
    },
    StoreAny(u32),
    GetSize {
        dst: Reg,
        a: Reg,
    },
    GetState {
        dst: Reg,
        a: Reg,
    },
    GetNext {
        dst: Reg,
    },
    AssignArray(u32),

    Havoc(u32),
    Allocate(u32),
    Free {
        a: Reg,
        state: ObjectState,
    },
    Copy {
        to: Reg,
        from: Reg,
        bytes: Reg,
    },
    Fill {
        to: Reg,
        byte: Reg,
        bytes: Reg,
    },
    Bytes {
        to: Reg,
        data: u32,
    },
    Output {
        stream: Reg,
        byte: Reg,
    },

    // Two in one, see `fuse`: the second instruction is still there and is executed by itself in unusual cases.
    /// `JUle { a: limit, b, to }` and a load.
    LimitLoad1(Limited),
    LimitLoad4(Limited),
    LimitLoad8(Limited),
    /// `JUle { a: limit, b, to }` and a store.
    LimitStore1(Limited),
    LimitStore4(Limited),
    LimitStore8(Limited),
    /// `AddChecked` and a jump back.
    AddLoopSlt(AddLoop),
    AddLoopSle(AddLoop),
    /// `MulChecked` and `AddChecked`.
    MulAddChecked {
        s: u8,
        product: [FirstReg; 3],
        sum: [FirstReg; 3],
    },
    /// `Move` and `Return`.
    MoveReturn {
        dst: Reg,
        a: Reg,
    },
}

/// An indexed access after the test of its index. Packed like the next one, so that instructions stay small.
#[derive(Clone, Copy, Debug)]
#[repr(Rust, packed)]
pub(crate) struct Limited {
    pub(crate) from: u8,
    pub(crate) factor: u16,
    pub(crate) a: FirstReg,
    pub(crate) b: FirstReg,
    pub(crate) limit: FirstReg,
    /// What is loaded or stored.
    pub(crate) v: FirstReg,
    pub(crate) to: u32,
}

/// A jump back after a sum.
#[derive(Clone, Copy, Debug)]
#[repr(Rust, packed)]
pub(crate) struct AddLoop {
    pub(crate) s: u8,
    /// Sum and summands.
    pub(crate) sum: [FirstReg; 3],
    /// What is compared.
    pub(crate) pair: [FirstReg; 2],
    pub(crate) to: u32,
}

const _: () = assert!(size_of::<Inst>() == 16, "instructions should stay small");
