//! The operations that a pair takes on a GPU, counted in the shaders' text, against what a large
//! one does in a second. `benches/record/2026-11-24-device.md` has the table that this prints.

use super::parse_text;
use motzkin::gpu::wgsl;
use motzkin::internals::gpu::sources::MIXED_VERDICTS;
use naga::proc::TypeResolution;
use naga::valid::{Capabilities, FunctionInfo, ModuleInfo, ValidationFlags, Validator};
use naga::{
    BinaryOperator, Block, Expression, Function, Handle, MathFunction, Module, ScalarKind,
    Statement, TypeInner, UnaryOperator,
};
use std::ops::{Add, Mul};

/// Operations on single numbers, as written: a compiler shares some, and fuses others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Count {
    /// Of floats: sums, products, comparisons, minima.
    floats: u32,
    /// Of whole numbers and truth values, and choices.
    others: u32,
}

impl Add for Count {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { floats: self.floats + other.floats, others: self.others + other.others }
    }
}

impl Mul<u32> for Count {
    type Output = Self;
    fn mul(self, times: u32) -> Self {
        Self { floats: self.floats * times, others: self.others * times }
    }
}

/// Components, columns, and whether they are floats.
fn shape(inner: &TypeInner) -> (u32, u32, bool) {
    match *inner {
        TypeInner::Scalar(scalar) => (1, 1, scalar.kind == ScalarKind::Float),
        TypeInner::Vector { size, scalar } => (size as u32, 1, scalar.kind == ScalarKind::Float),
        TypeInner::Matrix { columns, rows, .. } => (rows as u32, columns as u32, true),
        _ => (0, 0, false),
    }
}

struct Counter<'a> {
    module: &'a Module,
    info: &'a ModuleInfo,
}

impl Counter<'_> {
    /// Everything that the function and those that it calls may do, whichever branches they take.
    fn function(&self, name: &str) -> Count {
        let named =
            |(_, function): &(Handle<Function>, &Function)| function.name.as_deref() == Some(name);
        let (handle, _) = self.module.functions.iter().find(named).expect(name);
        self.whole(handle)
    }

    fn whole(&self, handle: Handle<Function>) -> Count {
        let (function, info) = (&self.module.functions[handle], &self.info[handle]);
        let own = function.expressions.iter().map(|(at, expression)| {
            let shape_of = |at: Handle<Expression>| shape(self.inner(info, at));
            Self::expression(expression, shape_of(at), shape_of)
        });
        own.fold(self.calls(&function.body), Add::add)
    }

    fn inner<'a>(&'a self, info: &'a FunctionInfo, at: Handle<Expression>) -> &'a TypeInner {
        match &info[at].ty {
            TypeResolution::Handle(ty) => &self.module.types[*ty].inner,
            TypeResolution::Value(inner) => inner,
        }
    }

    fn calls(&self, block: &Block) -> Count {
        let of = |statement: &Statement| match statement {
            Statement::Call { function, .. } => self.whole(*function),
            Statement::Block(block) => self.calls(block),
            Statement::If { accept, reject, .. } => self.calls(accept) + self.calls(reject),
            Statement::Loop { .. } | Statement::Switch { .. } => panic!("no straight line"),
            _ => Count::default(),
        };
        block.iter().map(of).fold(Count::default(), Add::add)
    }

    /// What one expression adds: magnitudes and signs cost nothing, for operands have them.
    fn expression(
        expression: &Expression,
        (size, columns, is_float): (u32, u32, bool),
        shape_of: impl Fn(Handle<Expression>) -> (u32, u32, bool),
    ) -> Count {
        let floats = |floats: u32| Count { floats, others: 0 };
        let others = |others: u32| Count { floats: 0, others };
        match *expression {
            Expression::Binary { op, left, right } => {
                let (left, right) = (shape_of(left), shape_of(right));
                let matrices = (left.1 > 1, right.1 > 1);
                match (op, matrices) {
                    (BinaryOperator::Multiply, (true, true)) => panic!("a product of matrices"),
                    // The products of each row, and one sum less.
                    (BinaryOperator::Multiply, (true, false)) if right.0 > 1 => {
                        floats(left.0 * (2 * left.1 - 1))
                    }
                    (BinaryOperator::Multiply, (false, true)) if left.0 > 1 => {
                        floats(right.1 * (2 * right.0 - 1))
                    }
                    _ if left.2 => floats(size * columns),
                    _ => others(size * columns),
                }
            }
            Expression::Unary { op: UnaryOperator::Negate, .. } => Count::default(),
            Expression::Unary { .. } | Expression::Select { .. } => others(size),
            Expression::Relational { argument, .. } => others(shape_of(argument).0 - 1),
            Expression::Math { fun, arg, .. } => match fun {
                MathFunction::Abs | MathFunction::Transpose => Count::default(),
                MathFunction::Cross => floats(9),
                MathFunction::Dot => floats(2 * shape_of(arg).0 - 1),
                _ if is_float => floats(size),
                _ => others(size),
            },
            _ => Count::default(),
        }
    }
}

/// A kind of pairs: what is done to each frame, and to the pair.
struct Test {
    name: &'static str,
    frame: &'static [&'static str],
    pair: [&'static str; 3],
}

const fn resting(name: &'static str, kernel: &'static str) -> Test {
    Test { name, frame: &["form", "is_tame"], pair: ["load", "is_scalable", kernel] }
}

const fn moving(name: &'static str, kernel: &'static str) -> Test {
    let pair = ["load_moving", "is_scalable_in_motion", kernel];
    Test { name, frame: &["form", "is_tame", "is_tame_in_motion"], pair }
}

const fn in_plane(name: &'static str, kernel: &'static str) -> Test {
    Test { name, frame: &["form2", "is_tame2"], pair: ["load2", "is_scalable2", kernel] }
}

const TESTS: [Test; 9] = [
    resting("boxes", "test_cuboid_cuboid"),
    resting("box and tetrahedron", "test_cuboid_tetra"),
    resting("tetrahedra", "test_tetra_tetra"),
    moving("moving boxes", "test_swept_cuboid_cuboid"),
    moving("moving box and tetrahedron", "test_swept_cuboid_tetra"),
    moving("moving tetrahedra", "test_swept_tetra_tetra"),
    in_plane("rectangles", "test_parallelograms"),
    in_plane("rectangle and triangle", "test_triangle_parallelogram"),
    in_plane("triangles", "test_triangles"),
];

/// Operations a second of a large GPU, each by itself: half of what is stated of fused ones.
const ARITHMETIC: f64 = 33.5e12;
/// The share of it that is asked for.
const SHARE: f64 = 0.6;
/// Pairs a second that are asked for: of boxes, and of any kind.
const PAIRS: [f64; 2] = [10e9, 5e9];

#[test]
fn a_pair_takes_no_more_operations_than_leave_the_rate_that_is_asked_for() {
    let texts = [wgsl::TYPES, wgsl::TEST, wgsl::TEST_MOVING, wgsl::TEST_IN_PLANE];
    let module = parse_text(&texts.concat());
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module);
    let info = info.expect("a valid module");
    let counter = Counter { module: &module, info: &info };
    let sum = |names: &[&str]| {
        names.iter().map(|name| counter.function(name)).fold(Count::default(), Add::add)
    };
    println!("kind of pair: floats, others of all; others of the range tests");
    for (i, Test { name, frame, pair }) in TESTS.iter().enumerate() {
        let all = sum(frame) * 2 + sum(pair);
        let range = sum(&frame[1..]) * 2;
        println!("{name}: {}, {}; {}", all.floats, all.others, range.others);
        let asked = PAIRS[usize::from(i != 0)];
        let most = SHARE * ARITHMETIC / asked;
        assert!(f64::from(all.floats + all.others) < most, "{name}: {all:?}, at most {most}");
    }
}

/// What gathering by kind adds to a pair: less than a tenth of the smallest test in space.
#[test]
fn gathering_by_kind_costs_little() {
    let module = parse_text(&MIXED_VERDICTS.wgsl());
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module);
    let info = info.expect("a valid module");
    let counter = Counter { module: &module, info: &info };
    let parts = ["kind_at", "one_of", "one_of", "of_kind", "set_code"];
    let added =
        parts.map(|name| counter.function(name)).into_iter().fold(Count::default(), Add::add);
    let test = counter.function("test_cuboid_cuboid");
    println!("gathering: {added:?} beside {test:?}");
    assert!(10 * (added.floats + added.others) < test.floats + test.others, "{added:?}");
}
