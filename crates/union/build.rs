//! Nothing is made: with a script cargo unites the features of what scripts depend on.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
