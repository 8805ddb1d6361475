//! Pictures that somebody sends: read within limits and written anew, so that nothing of the file itself is kept.
//!
//! What comes in is a file from anywhere. Its kind is told by its first bytes and never by its name; its size is read
//! from its head before a pixel of it is decoded; what goes out has been drawn from pixels alone, so that neither the
//! place where a photo was taken nor anything a browser could run goes along.

mod bare;

use std::borrow::Cow;
use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::error::LimitErrorKind;
use image::{
    DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageError, ImageFormat, ImageReader, Limits,
};
use image::{Rgb, RgbImage};
use sha2::{Digest, Sha256};

/// The most bytes a picture may come with.
pub const MOST_BYTES: usize = 12 * 1024 * 1024;
/// The most pixels: decoding takes time and memory by their number. A scan of A3 at 200 dots per inch has 8 million.
pub const MOST_PIXELS: u64 = 24_000_000;
/// The longest edge of a picture that comes in.
pub const LONGEST: u32 = 12_000;
/// The shortest edge: less is no map.
pub const SHORTEST: u32 = 64;
/// The most bytes of a picture that is kept.
pub const MOST_KEPT: usize = 1536 * 1024;

/// Memory for decoding: four bytes for each pixel, and as much again.
const MOST_MEMORY: u64 = 8 * MOST_PIXELS;
/// The longest edge and the quality of a photo, tried in this order until it is small enough to be kept.
const TRIES: [(u32, u8); 5] = [(3000, 86), (3000, 74), (2400, 74), (1800, 70), (1200, 60)];

/// How a picture is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Without loss, for drawn maps.
    Png,
    /// For photos, and for drawings that are too large otherwise.
    Jpeg,
}

impl Kind {
    /// The media type.
    pub const fn media(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }

    /// The ending of a file of this kind.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpeg",
        }
    }
}

/// A picture drawn anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// How it is written.
    pub kind: Kind,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// The file.
    pub bytes: Vec<u8>,
}

impl Picture {
    /// The SHA-256 of the file, in hex: its name.
    pub fn digest(&self) -> String {
        hex::encode(Sha256::digest(&self.bytes))
    }
}

/// Why a file is not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Nothing was sent.
    #[error("No file came. Choose a picture first.")]
    Empty,
    /// More than is read.
    #[error("The file is larger than {} megabytes. Save the picture smaller, or as JPEG.", MOST_BYTES / 1024 / 1024)]
    TooManyBytes,
    /// Not what its first bytes should be.
    #[error("This is no picture in PNG, JPEG or WebP: {0}. Save the map as one of these.")]
    OtherKind(String),
    /// So many pixels that it is not decoded.
    #[error(
        "The picture has {width} by {height} pixels. At most {} million are taken, and {LONGEST} along an edge.",
        MOST_PIXELS / 1_000_000
    )]
    TooManyPixels {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
    },
    /// So few that nothing is seen on it.
    #[error("The picture has {width} by {height} pixels. A map needs {SHORTEST} along each edge at least.")]
    TooFewPixels {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
    },
    /// It asks for more memory than its pixels need.
    #[error(
        "The picture needs more memory to be opened than its pixels explain. Save it anew with a drawing program."
    )]
    TooMuchMemory,
    /// It breaks off, or is damaged.
    #[error("The picture breaks off or is damaged ({0}). Send the file again, or save it anew.")]
    Damaged(String),
}

/// Reads a file and draws it anew.
///
/// # Errors
/// What is wrong with the file, in a sentence; nothing of it is kept then.
pub fn read(bytes: &[u8]) -> Result<Picture, Fault> {
    if bytes.is_empty() {
        return Err(Fault::Empty);
    }
    if bytes.len() > MOST_BYTES {
        return Err(Fault::TooManyBytes);
    }
    let format = image::guess_format(bytes).ok();
    let format = format
        .filter(|format| matches!(format, ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP))
        .ok_or_else(|| Fault::OtherKind(looks_like(bytes).into()))?;
    // Only what pixels are made of is read: what else is packed into a file may unpack to a thousand times its size.
    let bare = match format {
        ImageFormat::Png => Cow::Owned(bare::png(bytes).ok_or_else(torn)?),
        ImageFormat::WebP => Cow::Owned(bare::webp(bytes).ok_or_else(torn)?),
        _ => Cow::Borrowed(bytes),
    };
    let bytes = &*bare;
    let (width, height) = reader(bytes, format).into_dimensions().map_err(|fault| of(&fault))?;
    if width > LONGEST || height > LONGEST || u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(Fault::TooManyPixels { width, height });
    }
    if width < SHORTEST || height < SHORTEST {
        return Err(Fault::TooFewPixels { width, height });
    }
    let image = decode(bytes, format).map_err(|fault| of(&fault))?;
    // The pixels as they came go before others are made of these.
    let drawn = on_white(image);
    written(&drawn, format)
}

fn torn() -> Fault {
    Fault::Damaged("its parts do not follow each other".into())
}

/// A reader whose head alone takes no more memory than is given to the pixels.
fn reader(bytes: &[u8], format: ImageFormat) -> ImageReader<Cursor<&[u8]>> {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    reader
}

/// Decodes within limits, the right way up.
fn decode(bytes: &[u8], format: ImageFormat) -> Result<DynamicImage, ImageError> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST);
    limits.max_image_height = Some(LONGEST);
    limits.max_alloc = Some(MOST_MEMORY);
    let mut reader = reader(bytes, format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    // How a photo was held stands beside its pixels, and what stands there is not kept.
    let orientation = decoder.orientation()?;
    let mut image = DynamicImage::from_decoder(decoder)?;
    image.apply_orientation(orientation);
    Ok(image)
}

/// What shows through is paper.
fn on_white(image: DynamicImage) -> RgbImage {
    if !image.color().has_alpha() {
        return image.into_rgb8();
    }
    let pixels = image.into_rgba8();
    RgbImage::from_fn(pixels.width(), pixels.height(), |x, y| {
        let [r, g, b, a] = pixels.get_pixel(x, y).0.map(u16::from);
        let over = |ink: u16| u8::try_from((ink * a + 255 * (255 - a)) / 255).unwrap_or(u8::MAX);
        Rgb([over(r), over(g), over(b)])
    })
}

/// A drawing without loss where that is small enough, everything else as a photo.
fn written(image: &RgbImage, format: ImageFormat) -> Result<Picture, Fault> {
    let broken = |fault: ImageError| of(&fault);
    if format != ImageFormat::Jpeg {
        let small = fitted(image, TRIES[0].0);
        let mut bytes = Vec::new();
        PngEncoder::new_with_quality(&mut bytes, CompressionType::Default, FilterType::Adaptive)
            .write_image(&small, small.width(), small.height(), ExtendedColorType::Rgb8)
            .map_err(broken)?;
        if bytes.len() <= MOST_KEPT {
            return Ok(Picture { kind: Kind::Png, width: small.width(), height: small.height(), bytes });
        }
    }
    for (n, (longest, quality)) in TRIES.into_iter().enumerate() {
        let small = fitted(image, longest);
        let mut bytes = Vec::new();
        JpegEncoder::new_with_quality(&mut bytes, quality)
            .write_image(&small, small.width(), small.height(), ExtendedColorType::Rgb8)
            .map_err(broken)?;
        if bytes.len() <= MOST_KEPT || n + 1 == TRIES.len() {
            return Ok(Picture { kind: Kind::Jpeg, width: small.width(), height: small.height(), bytes });
        }
    }
    unreachable!("the last try is always kept")
}

/// No longer than this along an edge.
fn fitted(image: &RgbImage, longest: u32) -> std::borrow::Cow<'_, RgbImage> {
    let (width, height) = image.dimensions();
    let edge = width.max(height);
    if edge <= longest {
        return std::borrow::Cow::Borrowed(image);
    }
    let scaled = |side: u32| {
        u32::try_from((u64::from(side) * u64::from(longest) / u64::from(edge)).max(1)).unwrap_or(longest)
    };
    std::borrow::Cow::Owned(image::imageops::thumbnail(image, scaled(width), scaled(height)))
}

fn of(fault: &ImageError) -> Fault {
    match fault {
        ImageError::Limits(limits) => match limits.kind() {
            LimitErrorKind::DimensionError => Fault::TooManyPixels { width: LONGEST, height: LONGEST },
            _ => Fault::TooMuchMemory,
        },
        other => {
            let words: String =
                other.to_string().chars().filter(|sign| !sign.is_control()).take(120).collect();
            Fault::Damaged(words)
        }
    }
}

/// What a file that is no picture of ours seems to be.
fn looks_like(bytes: &[u8]) -> &'static str {
    let head: Vec<u8> = bytes.iter().take(512).map(u8::to_ascii_lowercase).collect();
    let has = |words: &[u8]| head.windows(words.len()).any(|window| window == words);
    if head.starts_with(b"gif8") {
        "it is a GIF"
    } else if has(b"<svg") {
        "it is a drawing in SVG, which can hold a program"
    } else if has(b"<html") || has(b"<!doctype html") || has(b"<script") {
        "it is a page of the web"
    } else if head.starts_with(b"%pdf") {
        "it is a PDF"
    } else if head.starts_with(b"pk\x03\x04") {
        "it is an archive or an office file"
    } else if head.get(4..8) == Some(b"ftyp") {
        "it is HEIC, AVIF or a film"
    } else if head.starts_with(b"ii*\0") || head.starts_with(b"mm\0*") {
        "it is a TIFF"
    } else if head.starts_with(b"bm") {
        "it is a bitmap of Windows"
    } else {
        "its first bytes are of no picture"
    }
}
