//! Frames placed on the GPU, and the whole way from placements to hits.

use super::scenes;
use crate::common::seed::rng;
use crate::rig::{JUNK, Rig, STORAGE};
use crate::{NUMBERS_OF_TURNS, turns_of_a_cube};
use fastrand::Rng;
use motzkin::bytemuck::cast_slice;
use motzkin::glam::{DQuat, DVec3, Quat, Vec3};
use motzkin::gpu::layout::{CandidateHeader, Placement};
use motzkin::gpu::{
    BroadPhaseBuffers, BroadPhaseInput, BufferError, BufferName, GpuError, PlacerBuffers,
    RecordError, ShapeCount,
};
use motzkin::{Frame3, Pose, ShapeKind};

fn placement(rng: &mut Rng, shapes: u32) -> Placement {
    let mut vector = || Vec3::from_array([(); 3].map(|()| 2.0 * rng.f32() - 1.0));
    let (axis, translation, velocity) = (vector(), 10.0 * vector(), vector());
    let scale = Vec3::splat(1.5) + vector();
    // Of any length, near the ends of f32 and of denormals too.
    let ends = [1e-41, 1e-38, 1e-37, 1e-23, 1e-9, 1.0, 1.0, 1.0, 1e9, 1e20, 3e37];
    let length = ends[rng.usize(..ends.len())] * (0.1 + 5.0 * rng.f32());
    let rotation = Quat::from_scaled_axis(3.0 * axis) * length;
    Placement {
        rotation: rotation.to_array(),
        translation: translation.to_array(),
        shape: rng.u32(..shapes),
        scale: scale.to_array(),
        pad: JUNK,
        velocity: velocity.to_array(),
        pad_behind: JUNK,
    }
}

/// What a frame must be, in `f64`, row by row.
fn expected(shape: &Frame3, placement: &Placement) -> [DVec3; 4] {
    let scale = Vec3::from_array(placement.scale).as_dvec3();
    let turn = DQuat::from_array(placement.rotation.map(f64::from)).normalize();
    let place = Vec3::from_array(placement.translation).as_dvec3();
    let by_vertices = shape.kind() == Ok(ShapeKind::TetraByVertices);
    [0, 1, 2, 3].map(|row| {
        let shift = if row == 0 || by_vertices { place } else { DVec3::ZERO };
        turn * (scale * shape.row(row).as_dvec3()) + shift
    })
}

#[test]
fn placements_become_frames() {
    let rig = Rig::new();
    let mut rng = rng("placements");
    let shapes: Vec<Frame3> =
        (0..20).map(|i| scenes::shape(&mut rng, Vec3::splat(i as f32 / 20.0), 1.0)).collect();
    let mut placements: Vec<Placement> = (0..500).map(|_| placement(&mut rng, 20)).collect();
    placements[77].shape = 20;
    placements[78].shape = u32::MAX;
    // No rotations.
    let none = [[0.0; 4], [f32::NAN, 0.0, 0.0, 1.0], [0.0, 1.0, f32::INFINITY, 0.0]];
    for (placement, rotation) in placements[79..].iter_mut().zip(none) {
        placement.rotation = rotation;
    }
    let input = rig.filled(&placements, STORAGE);
    let shape_buffer = rig.filled(&shapes, STORAGE);
    let count = rig.filled(&[400_u32], STORAGE);
    let frames = rig.junk(64 * 500, STORAGE);
    let [pairs, header] = [8 * 5000, 32].map(|size| rig.junk(size, STORAGE));
    let buffers = PlacerBuffers {
        placements: input.slice(..),
        shapes: shape_buffer.slice(..),
        count: Some(count.slice(..)),
        frames: frames.slice(..),
    };
    let placer = rig.pipelines.placer(&rig.device, &buffers).unwrap();
    let input = BroadPhaseInput::Frames(frames.slice(..));
    let broad = BroadPhaseBuffers::new(input, pairs.slice(..), header.slice(..));
    let broad = rig.pipelines.broad_phase(&rig.device, &broad, &Default::default()).unwrap();
    let mut encoder = rig.encoder();
    placer.record(&mut encoder, ShapeCount::Indirect).unwrap();
    let some = rig.snapshot(&mut encoder, &frames);
    placer.record(&mut encoder, 500).unwrap();
    let all = rig.snapshot(&mut encoder, &frames);
    broad.record(&mut encoder, 500).unwrap();
    let header = rig.snapshot(&mut encoder, &header);
    rig.submit(encoder);

    let (some, all) = (rig.words(&some), rig.words(&all));
    assert_eq!(some[..16 * 400], all[..16 * 400]);
    assert!(some[16 * 400..].iter().all(|&word| word == JUNK));
    let found: &[Frame3] = cast_slice(&all);
    for (i, (frame, placement)) in found.iter().zip(&placements).enumerate() {
        let Some(shape) = shapes.get(placement.shape as usize).filter(|_| !(79..82).contains(&i))
        else {
            assert!(frame.kind().is_err(), "{i} has no shape");
            continue;
        };
        assert_eq!(frame.kind(), shape.kind());
        assert_eq!(frame.velocity().to_array(), placement.velocity);
        for (row, wanted) in expected(shape, placement).into_iter().enumerate() {
            let error = (frame.row(row).as_dvec3() - wanted).length();
            assert!(error < 1e-4, "{i}, row {row}: {error}");
        }
    }
    let words = rig.words(&header);
    let header: &[CandidateHeader] = cast_slice(&words);
    assert_eq!((header[0].shapes, header[0].invalid, header[0].first_invalid), (500, 5, 77));
    assert!(header[0].found > 0);
}

/// Shapes on a lattice, and with edges of any numbers from such a corner.
fn cornered_shapes() -> Vec<Frame3> {
    let corner = Vec3::new(3.0, -5.0, 7.0);
    let edges = [[2.0, 1.0, -1.0], [-1.0, 4.0, 2.0], [1.0, -3.0, 5.0]].map(Vec3::from_array);
    let odd = [[0.1, 3e5, -7e-4], [2e5, -0.3, 0.9], [1e-3, 0.7, 4e5]].map(Vec3::from_array);
    let vertices = edges.map(|edge| corner + edge);
    let by_vertices = [corner, vertices[0], vertices[1], vertices[2]];
    let shapes = [
        Frame3::cuboid(corner, edges),
        Frame3::cuboid(corner, odd),
        Frame3::tetra(corner, odd),
        Frame3::tetra_by_vertices(by_vertices),
        Frame3::aligned_box(corner, corner + Vec3::ONE),
    ];
    shapes.map(Result::unwrap).to_vec()
}

/// Frames in a rotation of a cube are those that the CPU makes, to the last bit but for the sign of
/// a zero: boxes that are brought together touch on both.
#[test]
fn rotations_of_a_cube_round_nothing() {
    let rig = Rig::new();
    let (shapes, translation, velocity) = (cornered_shapes(), [-2.0, 11.0, 6.0], [0.5, 0.0, -1.0]);
    let placed = |turn: [f32; 4], length: f32, shape: usize| Placement {
        rotation: turn.map(|number| number * length),
        translation,
        shape: shape as u32,
        scale: [1.0; 3],
        pad: JUNK,
        velocity,
        pad_behind: JUNK,
    };
    let mut placements = Vec::new();
    for turn in turns_of_a_cube() {
        for length in NUMBERS_OF_TURNS {
            placements.extend((0..shapes.len()).map(|shape| placed(turn, length, shape)));
        }
    }
    let input = rig.filled(&placements, STORAGE);
    let shape_buffer = rig.filled(&shapes, STORAGE);
    let frames = rig.junk(64 * placements.len() as u64, STORAGE);
    let buffers = PlacerBuffers {
        placements: input.slice(..),
        shapes: shape_buffer.slice(..),
        count: None,
        frames: frames.slice(..),
    };
    let placer = rig.pipelines.placer(&rig.device, &buffers).unwrap();
    let mut encoder = rig.encoder();
    placer.record(&mut encoder, placements.len() as u32).unwrap();
    let found = rig.snapshot(&mut encoder, &frames);
    rig.submit(encoder);

    let words = rig.words(&found);
    let found: &[Frame3] = cast_slice(&words);
    assert_eq!(found.len(), placements.len());
    for (frame, placement) in found.iter().zip(&placements) {
        let Placement { rotation, translation, shape, velocity, .. } = *placement;
        let pose = Pose::new(Quat::from_array(rotation), Vec3::from_array(translation)).unwrap();
        let posed = shapes[shape as usize].posed(&pose).unwrap();
        let posed = posed.with_velocity(Vec3::from_array(velocity)).unwrap();
        // The two zeros are equal.
        assert_eq!(frame.rows(), posed.rows(), "{rotation:?}");
    }
}

#[test]
fn a_placer_refuses_what_does_not_fit() {
    let rig = Rig::new();
    let [input, shapes, frames] = [640, 64, 640].map(|size| rig.empty(size, STORAGE));
    let buffers = PlacerBuffers {
        placements: input.slice(..),
        shapes: shapes.slice(..),
        count: None,
        frames: frames.slice(..),
    };
    let placer = rig.pipelines.placer(&rig.device, &buffers).unwrap();
    let mut encoder = rig.encoder();
    let refused = RecordError::TooManyShapes { shapes: 11, capacity: 10 };
    assert_eq!(placer.record(&mut encoder, 11), Err(refused));
    assert_eq!(placer.record(&mut encoder, ShapeCount::Indirect), Err(RecordError::NoCount));
    let refused = |buffers: PlacerBuffers<'_>| {
        rig.pipelines.placer(&rig.device, &buffers).expect_err("refused")
    };
    let (frames, needed) = (frames.slice(..576), 640);
    let small = BufferError::TooSmall { buffer: BufferName::Frames, size: 576, needed };
    assert_eq!(refused(PlacerBuffers { frames, ..buffers }), small);
    let (written, read) = (BufferName::Frames, BufferName::Placements);
    let frames = input.slice(..);
    let same = BufferError::ReadAndWritten { written, read };
    assert_eq!(refused(PlacerBuffers { frames, ..buffers }), same);
}

#[test]
fn a_lost_device_says_so() {
    let rig = Rig::new();
    let input = rig.junk(size_of::<Placement>() as u64, STORAGE);
    let [shapes, frames] = [(); 2].map(|()| rig.junk(64, STORAGE));
    let buffers = PlacerBuffers {
        placements: input.slice(..),
        shapes: shapes.slice(..),
        count: None,
        frames: frames.slice(..),
    };
    assert!(rig.pipelines.placer(&rig.device, &buffers).is_ok());
    rig.device.destroy();
    let error = rig.pipelines.placer(&rig.device, &buffers).map(|_| ()).unwrap_err();
    assert!(matches!(error, BufferError::Gpu(GpuError::DeviceLost(_))), "{error:?}");
}
