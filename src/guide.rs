#![doc = include_str!("guide_links.md")]
#![doc = include_str!("../docs/guide/README.md")]

/// A page of `docs/`. Where a page and this macro give an address for the same link, the first one
/// counts: pages link to files of the repository there and to modules here.
macro_rules! pages {
    ($($(#[$attribute:meta])* $name:ident, $file:literal;)*) => {$(
        $(#[$attribute])*
        #[doc = include_str!("guide_links.md")]
        #[doc = include_str!(concat!("../docs/", $file))]
        pub mod $name {}
    )*};
}

pages! {
    verdicts, "guide/verdicts.md";
    pairs, "guide/pairs.md";
    details, "guide/details.md";
    motion, "guide/motion.md";
    plane, "guide/plane.md";
    polytopes, "guide/polytopes.md";
    scenes, "guide/scenes.md";
    meshes, "guide/meshes.md";
    #[cfg(any(not(doctest), feature = "gpu"))]
    embedding, "guide/embedding.md";
    browser, "guide/browser.md";
    command_line, "guide/command-line.md";
    features, "guide/features.md";
    query_format, "query.md";
    pairs_format, "pairs.md";
    exactness, "exactness.md";
    performance, "performance.md";
    architecture, "architecture.md";
    glossary, "glossary.md";
}
