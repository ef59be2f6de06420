//! The hashes.

use super::scene::{Kind, Scene, Style};

/// Returns the recorded hash of the answers of a scene.
///
/// A hash changes with the scene and with what is hashed of its answers. That of
/// [`Kind::Chosen`] changes with the choice among right values, too.
pub const fn recorded(scene: Scene) -> u64 {
    let [random, touching, adversarial] = match scene.kind {
        Kind::Frames => [0x3d9b_5bd3_4a89_240b, 0x81ae_6aad_30dc_6203, 0xee47_8453_0c58_1920],
        Kind::Batch => [0xcdc0_5035_60ac_b847, 0x32f2_1d6b_3595_a166, 0xe393_d1ee_ef1c_ac64],
        Kind::MovingFrames => [0xa7d7_90e7_7d88_5606, 0x9021_89c6_1f19_2451, 0x2d55_7b6e_a8c9_a97b],
        Kind::PlaneFrames => [0x43fe_89c8_21fb_9774, 0x7dc2_c032_16d7_fa88, 0x1b9f_be4c_52b5_5d8c],
        Kind::MovingPlaneFrames => {
            [0x1757_da71_7651_ce19, 0x30df_3f23_4465_e222, 0x0c9d_18f9_685d_624a]
        }
        Kind::Polytopes => [0xfcc8_782e_9888_93c6, 0xd642_4213_5988_5b46, 0x2d61_7ff8_0790_5885],
        Kind::MovingPolytopes => {
            [0x6cbe_463f_222e_67e9, 0xf93a_765e_4340_d6b3, 0xa00f_0f95_3b17_46d4]
        }
        Kind::Chosen => [0xf0d2_ffa3_9a59_03ea, 0xdf20_a93a_df53_43c1, 0x2101_3144_ff99_11aa],
        Kind::Crowd => [0x759f_0b30_dbc7_5c3b, 0xa147_fcb0_e75a_3660, 0xac60_87de_bf8d_8c19],
        Kind::MovingCrowd => [0xd470_176d_6c7f_12be, 0x205c_55a0_5cfc_0ef9, 0xb824_3443_a369_a135],
        Kind::PlaneCrowd => [0xc1a8_9789_6220_7ee4, 0x19c8_74e7_b8c4_6de3, 0x28be_f722_8f95_bc7e],
        Kind::PolytopeCrowd => {
            [0x0b2c_d0e0_6dd6_0c14, 0x4a82_5d0b_3ba2_e810, 0x08ce_7b10_857d_4943]
        }
        Kind::Trees => [0x8997_7311_4919_9def, 0x3821_c951_7f89_5fdf, 0x9fb9_9f25_a0f6_5543],
        Kind::Meshes => [0x224a_941c_ba51_6647, 0x4053_faf8_6643_5f33, 0xef72_c812_6995_8eb2],
        Kind::Mixed => [0xe7d8_c31e_1e61_8a50, 0x0392_f7a6_1ec1_69bc, 0x5b04_1fbd_040f_f73d],
        Kind::PlaneMixed => [0x5825_c6a0_88e2_4da9, 0x63bd_eb03_c717_1fb3, 0x43db_5249_1aa4_aaa0],
    };
    match scene.style {
        Style::Random => random,
        Style::Touching => touching,
        Style::Adversarial => adversarial,
    }
}
