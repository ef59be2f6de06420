//! Holds no code: motzkin's benchmarks against other libraries, which stand in `benches`, and its tests
//! with their types are the targets of this crate. Their dependencies are nobody else's.
