//! Pictures, read as another program would read them.

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// What a PNG file shows.
pub struct Picture {
    pub size: [usize; 2],
    /// Row by row from the top, each from the left.
    pub pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// Reads a file. Only eight bits each of red, green and blue are expected.
    pub fn read(path: &Path) -> Result<Self, Box<dyn Error>> {
        Self::decode(path).map_err(|error| format!("{}: {error}", path.display()).into())
    }

    fn decode(path: &Path) -> Result<Self, png::DecodingError> {
        let mut reader = png::Decoder::new(BufReader::new(File::open(path)?)).read_info()?;
        let kind = reader.output_color_type();
        assert_eq!(kind, (png::ColorType::Rgb, png::BitDepth::Eight), "{}", path.display());
        let (width, height) = reader.info().size();
        let size = [width, height].map(|side| side as usize);
        let mut pixels = vec![[0; 3]; size[0] * size[1]];
        reader.next_frame(pixels.as_flattened_mut())?;
        // The end of the file is a part of it.
        reader.finish()?;
        Ok(Self { size, pixels })
    }
}
