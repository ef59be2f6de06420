//! The constants that pipelines set, for all compilers that judge the modules.

use naga::Module;

/// Some values for the constants that a module leaves open, by their names: a single empty list
/// where there are none.
pub fn settings(module: &Module) -> Vec<Vec<(String, f64)>> {
    let set = |value: u8| {
        let constants = module.overrides.iter();
        let constants = constants.map(|(_, constant)| {
            let name = constant.name.clone().unwrap_or_default();
            // No row is empty.
            let least = u8::from(name == "ROW");
            (name, f64::from(value + least))
        });
        constants.collect()
    };
    let values = if module.overrides.is_empty() { 0..1 } else { 0..4 };
    values.map(set).collect()
}
