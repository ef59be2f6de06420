//! Holds no code: motzkin's benchmarks against other libraries, which stand in `benches`, are the
//! targets of this crate. Their dependencies are nobody else's, and `cargo test` builds none of
//! them.
