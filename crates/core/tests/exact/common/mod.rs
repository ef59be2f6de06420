//! What these tests share with those of `motzkin`: the oracles, and what is drawn for them.
#![allow(dead_code, reason = "the tests of `motzkin` use the rest")]

#[path = "../../../../../tests/common/apart.rs"]
pub mod apart;
#[path = "../../../../../tests/common/hull/mod.rs"]
pub mod hull;
#[path = "../../../../../tests/common/oracle.rs"]
pub mod oracle;
#[path = "../../../../../tests/common/rounded.rs"]
pub mod rounded;
#[path = "../../../../../tests/common/seed.rs"]
pub mod seed;
#[path = "../../../../../tests/common/wide.rs"]
pub mod wide;
#[path = "../../../../../tests/common/windings.rs"]
pub mod windings;

#[path = "../../../../../tests/common/mesh/cases.rs"]
pub mod mesh_cases;
#[path = "../../../../../tests/common/mesh/oracle.rs"]
pub mod mesh_oracle;
#[path = "../../../../../tests/common/moving/oracle.rs"]
pub mod moving_oracle;
#[path = "../../../../../tests/common/plane/oracle.rs"]
pub mod plane_oracle;

pub mod mesh {
    pub use super::mesh_cases as cases;
    pub use super::mesh_oracle as oracle;
}

pub mod moving {
    pub use super::moving_oracle as oracle;
}

pub mod plane {
    pub use super::plane_oracle as oracle;
}
