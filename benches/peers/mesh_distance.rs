//! How far meshes are apart that are separate, against parry's distance.

use super::meshes::isometry;
use super::timing::race;
use motzkin::glam::{Quat, Vec3};
use motzkin::tree::spheres::MeshWorld;
use motzkin::{Pose, TriangleMesh};
use motzkin_lab::workload::meshes;
use parry3d::math::Vector;
use parry3d::query::distance;
use parry3d::shape::TriMesh;

/// Two tori, one of which is turned. The nodes that a distance needs are open before it is timed,
/// as parry's trees are. parry's distances, in `f32`, lie within `1e-3` of ours.
pub fn compare_all() {
    println!(
        "\n{:24} {:>9} | {:>9} | {:>9} {:>6} {:>6}",
        "distances of two tori", "distance", "parry µs", "ours µs", "ratio", "least"
    );
    let turn = Quat::from_rotation_x(0.3) * Quat::from_rotation_y(0.3);
    let places = [
        ("on an axis, far", Vec3::new(60.0, 0.0, 0.0), turn),
        ("askew, far", Vec3::new(36.0, 0.0, 48.0), turn),
        ("askew, nearer", Vec3::new(12.0, 0.0, 16.0), turn),
        ("askew, near", Vec3::new(5.4, 0.0, 7.2), turn),
        ("parallel, near", Vec3::new(0.0, 0.0, 2.5), Quat::IDENTITY),
    ];
    for (around, across) in [(32, 16), (64, 32), (128, 64)] {
        let torus = meshes::torus(around, across, 3.0, 1.0);
        for (name, at, turn) in places {
            let pose = Pose::new(turn, at).expect("a pose");
            compare(&format!("{name}, {}", torus.len()), &torus, &pose);
        }
    }
}

fn compare(name: &str, mesh: &TriangleMesh, pose: &Pose) {
    let mut world = MeshWorld::default();
    let torus = world.insert_mesh(mesh.clone());
    let a = world.insert(torus, Pose::IDENTITY).expect("an object");
    let b = world.insert(torus, *pose).expect("an object");
    let vertices: Vec<Vector> = mesh.vertices().iter().copied().map(Vector::from_array).collect();
    let peer = TriMesh::new(vertices, mesh.triangles().to_vec()).expect("there are triangles");
    let (here, there) = (isometry(&Pose::IDENTITY), isometry(pose));
    let theirs = || distance(&here, &peer, &there, &peer).expect("it knows meshes").distance;
    let mut ours = || {
        let found = world.distance(a, b).expect("objects");
        found.expect("they are separate").distance
    };
    let (told, known) = (f64::from(theirs()), ours());
    assert!((told - known).abs() <= 1e-3 * known, "{name}: {told} and {known}");
    let [parry, ours, ratio, least] = race(Some(theirs), ours).cells(1_000);
    println!("{name:24} {known:>9.4} | {parry:>9} | {ours:>9} {ratio:>6} {least:>6}");
}
