//! What the flight looks like: a mesh and its tree (the article's Figure 2), contacts (Figure 8),
//! trees that grow (Figure 9).

use super::{Actor, world};
use crate::error::CliError;
use crate::picture::{Camera, Scene, Triangle, draw as drawn, srgb};
use crate::picture_file;
use motzkin::glam::Vec3;
use motzkin::tree::spheres::{
    MeshId, MeshWorld, MeshWorldOptions, QueryBudget, SphereNode, SphereTree,
};
use motzkin::{Pose, TriangleMesh};
use motzkin_lab::workload::meshes;
use std::path::Path;

const SIZE: [usize; 2] = [960, 720];

/// Colours of the flyer and of the other actors.
const COLOURS: [u32; 4] = [0xe9c46a, 0x5b7a9d, 0x6f8fae, 0x4a6285];
const RED: u32 = 0xd81b2f;

/// Levels of the article's Figure 2.
const LEVELS: [u8; 3] = [2, 4, 6];

/// The article's depth.
const DEPTH: u8 = 5;

/// Draws all pictures. Returns a line with the path of each.
pub fn draw(folder: &Path, actors: &[Actor], contacts: &[[bool; 3]]) -> Result<String, CliError> {
    let mut said = String::new();
    let mut save = |name: &str, scene: &Scene, camera: &Camera| {
        let path = folder.join(name);
        said += &format!("picture   {}\n", path.display());
        picture_file::save(&drawn(scene, camera, SIZE[0], SIZE[1]), &path)
    };
    // Pictures of a group are taken from one place.
    let mut save_group = |group: Vec<(String, Scene)>, towards: Vec3, angle: f32| {
        let (names, scenes): (Vec<String>, Vec<Scene>) = group.into_iter().unzip();
        let camera = Scene::common_camera(&scenes, towards, angle, SIZE);
        names.iter().zip(&scenes).try_for_each(|(name, scene)| save(name, scene, &camera))
    };
    let mesh = &*actors[0].mesh;
    let mut scene = Scene::default();
    add(&mut scene, mesh, &Pose::IDENTITY, |_| COLOURS[0]);
    let mut levels = vec![("mesh.png".to_owned(), scene)];
    let tree = whole_tree(mesh)?;
    for level in LEVELS {
        let mut scene = Scene::default();
        add_spheres(&mut scene, &tree.0, tree.1, level, &Pose::IDENTITY, [COLOURS[0]; 2]);
        levels.push((format!("level-{level}.png"), scene));
    }
    save_group(levels, Vec3::new(2.2, 1.6, 3.4), 0.6)?;
    let time = |frame: usize| frame as f64 / (contacts.len() - 1).max(1) as f64;
    let from_front = Vec3::new(0.0, 2.5, 13.0);
    let mut group = Vec::new();
    for other in 0..3 {
        let frames: Vec<usize> =
            (0..contacts.len()).filter(|&frame| contacts[frame][other]).collect();
        let Some(&frame) = frames.get(frames.len() / 2) else { continue };
        group.push((format!("contact-{}.png", other + 1), contact(actors, time(frame))?));
    }
    save_group(group, from_front, 0.55)?;
    let Some(first) = contacts.iter().position(|met| met.contains(&true)) else { return Ok(said) };
    let grown = (1..=DEPTH)
        .map(|depth| Ok((format!("trees-{depth}.png"), trees(actors, time(first), depth)?)));
    save_group(grown.collect::<Result<_, CliError>>()?, from_front, 0.55)?;
    Ok(said)
}

/// Builds a whole tree: two copies of a mesh in one place are close everywhere, so that every node
/// is opened.
fn whole_tree(mesh: &TriangleMesh) -> Result<(MeshWorld, MeshId), CliError> {
    // The list is not kept, however long it is.
    let options =
        MeshWorldOptions { max_triangle_pairs: usize::MAX, ..MeshWorldOptions::default() };
    let mut world = MeshWorld::new(options);
    let id = world.insert_mesh(mesh.clone());
    let mut object = || world.insert(id, Pose::IDENTITY).map_err(CliError::scene);
    let (a, b) = (object()?, object()?);
    world.meeting_triangles(a, b).map_err(CliError::scene)?;
    Ok((world, id))
}

/// Returns the scene at a time of the flight. Triangles at a common point of the flyer and another
/// actor are red.
fn contact(actors: &[Actor], time: f64) -> Result<Scene, CliError> {
    let (mut world, _) = world(actors, MeshWorldOptions::default(), time)?;
    let mut red: Vec<Vec<bool>> =
        actors.iter().map(|actor| vec![false; actor.mesh.vertices().len()]).collect();
    for other in 1..actors.len() {
        for pair in world.meeting_triangles(0, other as u32).map_err(CliError::scene)? {
            for (number, triangle) in [0, other].into_iter().zip(pair) {
                let corners = actors[number].mesh.triangles()[triangle as usize];
                corners.into_iter().for_each(|vertex| red[number][vertex as usize] = true);
            }
        }
    }
    let mut scene = Scene::default();
    for (number, actor) in actors.iter().enumerate() {
        // Lines of triangles would hardly be seen: their neighbours are red too.
        let colour = |triangle: [u32; 3]| match triangle
            .iter()
            .any(|vertex| red[number][*vertex as usize])
        {
            true => RED,
            false => COLOURS[number],
        };
        add(&mut scene, &actor.mesh, &Actor::pose(number, time), colour);
    }
    Ok(scene)
}

/// Returns the trees after the flyer was tested down to a depth. Spheres of that depth are red.
fn trees(actors: &[Actor], time: f64, depth: u8) -> Result<Scene, CliError> {
    let (mut world, meshes) = world(actors, MeshWorldOptions::default(), time)?;
    world.set_budget(QueryBudget { depth: Some(depth), ..QueryBudget::default() });
    for other in 1..actors.len() {
        world.verdict(0, other as u32).map_err(CliError::scene)?;
    }
    let mut scene = Scene::default();
    for (number, mesh) in meshes.into_iter().enumerate() {
        add_spheres(
            &mut scene,
            &world,
            mesh,
            depth,
            &Actor::pose(number, time),
            [COLOURS[number], RED],
        );
    }
    Ok(scene)
}

/// Adds the spheres of a level in the second colour, and leaves above that level in the first.
fn add_spheres(
    scene: &mut Scene,
    world: &MeshWorld,
    mesh: MeshId,
    level: u8,
    pose: &Pose,
    colours: [u32; 2],
) {
    let Ok(tree) = world.tree(mesh) else { return };
    let ball = meshes::sphere(14, 8, 1.0);
    let mut stack: Vec<&SphereNode> = tree.root().into_iter().collect();
    while let Some(node) = stack.pop() {
        let kids = SphereTree::children(tree, node);
        if node.level < level && !kids.is_empty() {
            stack.extend(kids);
            continue;
        }
        let (centre, radius) = (node.centre().as_vec3(), node.radius);
        let place = |corner: [f32; 3]| {
            Vec3::from(pose.place((centre + Vec3::from(corner) * radius).to_array()))
        };
        let colour = srgb(colours[usize::from(node.level == level)]);
        let corners = (0..ball.len() as u32).map(|triangle| ball.corners(triangle).map(place));
        scene.triangles.extend(corners.map(|corners| Triangle { corners, colour, emission: 0.0 }));
    }
}

fn add(scene: &mut Scene, mesh: &TriangleMesh, pose: &Pose, colour: impl Fn([u32; 3]) -> u32) {
    for (number, triangle) in (0..).zip(mesh.triangles()) {
        let corners = mesh.corners(number).map(|corner| Vec3::from(pose.place(corner)));
        scene.triangles.push(Triangle { corners, colour: srgb(colour(*triangle)), emission: 0.0 });
    }
}
