//! The device's arithmetic, one operation at a time. WGSL fixes no rounding: of a sum that lies
//! between two floats it allows either. The bands count on the nearer one.

use crate::gpu::self_test::ask::{LABEL, ask};
use crate::gpu::self_test::draw::{Draw, power};
use crate::gpu::shader::sources::ARITHMETIC;
use crate::gpu::shader::stage::{Compiler, Stage};
use crate::gpu::shader::stage_layout::PAIRS_PER_GROUP;
use crate::gpu_error::GpuError;
use crate::self_test::{FloatOperation, SelfTestFault};
use wgpu::BufferUsages as Usage;

/// How many pairs of numbers there are: some of any rounding but to the nearest would be wrong.
const PAIRS: usize = 256;

/// Words of the answers to a pair of numbers.
const STRIDE: usize = 8;

/// Half the spacing of `f32` at 1.
const U: f64 = 1.0 / 16_777_216.0;

/// Positive numbers of 24 bits, alike on every machine. All that is made of two of them is a normal
/// number. In `f64` their sum and their product are exact.
fn numbers() -> Vec<[f32; 2]> {
    let mut draw = Draw(PAIRS as u64);
    let mut number = |span: i32| {
        let exponent = draw.whole(-span, span) as i32;
        (draw.whole(1 << 23, (1 << 24) - 1) * power(exponent - 23)) as f32
    };
    (0..PAIRS).map(|_| [number(12), number(6)]).collect()
}

/// What an operation makes of two numbers, and the relative error that the bands count on.
fn expected(operation: FloatOperation, [a, b]: [f32; 2]) -> (f64, f64) {
    let [a, b] = [a, b].map(f64::from);
    match operation {
        FloatOperation::Sum => (a + b, U),
        FloatOperation::Difference => (a - b, U),
        FloatOperation::Product => (a * b, U),
        FloatOperation::Quotient => (a / b, 5.0 * U),
        FloatOperation::Root => (a.sqrt(), 11.0 * U),
    }
}

/// Judges what a device found: for each pair of numbers what each operation makes of them.
fn judge(numbers: &[[f32; 2]], found: &[u32]) -> Result<(), SelfTestFault> {
    let answers = found.chunks_exact(STRIDE);
    for (&numbers, answers) in numbers.iter().zip(answers) {
        for (operation, &found) in FloatOperation::ALL.into_iter().zip(answers) {
            let (exact, error) = expected(operation, numbers);
            // Of what is not a number it is false.
            let is_near = (f64::from(f32::from_bits(found)) - exact).abs() <= error * exact.abs();
            if !is_near {
                let numbers = numbers.map(f32::to_bits);
                return Err(SelfTestFault::Arithmetic { operation, numbers, found });
            }
        }
    }
    Ok(())
}

/// Tests the arithmetic of a device.
pub(super) async fn tested(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    compiler: Compiler<'_>,
) -> Result<Result<(), SelfTestFault>, GpuError> {
    let numbers = numbers();
    let found = ask(device, queue, |question| {
        let stage = Stage::new(compiler, &ARITHMETIC, "", &[]);
        let given = question.upload(bytemuck::cast_slice(&numbers), Usage::STORAGE)?;
        let size = (4 * STRIDE * numbers.len()) as u64;
        let answers = question.buffer(size, Usage::STORAGE | Usage::COPY_SRC);
        let bound = stage.bind_all(device, &[&given, &answers]);
        let descriptor = wgpu::ComputePassDescriptor { label: LABEL, timestamp_writes: None };
        let mut pass = question.encoder.begin_compute_pass(&descriptor);
        stage.set(&mut pass, 0, &bound, &[]);
        pass.dispatch_workgroups((numbers.len() as u32).div_ceil(PAIRS_PER_GROUP), 1, 1);
        drop(pass);
        Ok(answers)
    });
    Ok(judge(&numbers, &found.await?))
}
