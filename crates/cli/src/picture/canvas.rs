//! What is drawn on, and how it becomes a file.

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError};
use std::path::Path;

/// A picture: red, green and blue of each pixel, eight bits each, as screens take them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    size: [usize; 2],
    /// Row by row from the top, each from the left.
    pixels: Vec<[u8; 3]>,
}

impl Canvas {
    /// A black picture.
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self { size: [width, height], pixels: vec![[0; 3]; width * height] }
    }

    /// The pixels to draw, row by row from the top, each from the left.
    pub(super) fn pixels_mut(&mut self) -> &mut [[u8; 3]] {
        &mut self.pixels
    }

    /// Returns the width and the height in pixels.
    pub fn size(&self) -> [usize; 2] {
        self.size
    }

    /// Returns the colour of a pixel; `x` counts from the left and `y` from the top.
    ///
    /// # Panics
    ///
    /// Panics if the pixel lies outside the picture.
    pub fn pixel(&self, x: usize, y: usize) -> [u8; 3] {
        let [width, height] = self.size;
        assert!(x < width && y < height, "there is no pixel {x}, {y} in {width}x{height}");
        self.pixels[y * width + x]
    }

    /// Writes the picture to a PNG file, over what is there. The same pixels give the same bytes.
    ///
    /// # Errors
    ///
    /// Returns [`EncodingError::IoError`] if the file cannot be written. A size that no PNG has,
    /// such as no pixels at all, is another error, and no file is touched then.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), EncodingError> {
        // In memory first, so that a size without a PNG touches no file.
        let bytes = self.png()?;
        Ok(std::fs::write(path, bytes)?)
    }

    /// The bytes of a PNG file.
    fn png(&self) -> Result<Vec<u8>, EncodingError> {
        let side = |pixels: usize| u32::try_from(pixels).map_err(|_| EncodingError::LimitsExceeded);
        let [width, height] = self.size;
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, side(width)?, side(height)?);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Fast);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(self.pixels.as_flattened())?;
        writer.finish()?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture that no mirror image, turn or swap of colours equals.
    fn striped() -> Canvas {
        let mut canvas = Canvas::new(3, 2);
        for (number, pixel) in (0..).zip(canvas.pixels_mut()) {
            *pixel = [number, 100 + number, 250 - 40 * number];
        }
        canvas
    }

    #[test]
    fn pixels_are_counted_from_the_upper_left() {
        let canvas = striped();
        assert_eq!(canvas.size(), [3, 2]);
        assert_eq!(canvas.pixel(2, 0), [2, 102, 170]);
        assert_eq!(canvas.pixel(0, 1), [3, 103, 130]);
    }

    #[test]
    #[should_panic(expected = "no pixel 3, 0 in 3x2")]
    fn a_pixel_beyond_the_edge_is_not_one_of_the_next_row() {
        striped().pixel(3, 0);
    }

    #[test]
    fn a_png_holds_the_pixels() -> Result<(), Box<dyn std::error::Error>> {
        let canvas = striped();
        let bytes = canvas.png()?;
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info()?;
        let mut pixels = [0; 18];
        let info = reader.next_frame(&mut pixels)?;
        assert_eq!((info.width, info.height), (3, 2));
        assert_eq!((info.color_type, info.bit_depth), (ColorType::Rgb, BitDepth::Eight));
        assert_eq!(pixels, canvas.pixels.as_flattened());
        assert!(bytes.ends_with(b"IEND\xae\x42\x60\x82"));
        Ok(())
    }

    #[test]
    fn what_is_no_png_leaves_the_file_alone() -> std::io::Result<()> {
        let file = std::env::temp_dir().join(format!("motzkin-canvas-{}.png", std::process::id()));
        std::fs::write(&file, "an older picture")?;
        for [width, height] in [[0, 4], [4, 0]] {
            let refused = Canvas::new(width, height).save(&file);
            assert!(matches!(refused, Err(EncodingError::Format(_))), "{refused:?}");
            assert_eq!(std::fs::read(&file)?, b"an older picture");
        }
        std::fs::remove_file(file)
    }
}
