//! Files of all kinds that are sent as a map.

#![allow(clippy::unwrap_used)]

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use pictures::{Fault, Kind, LONGEST, MOST_BYTES, MOST_KEPT, read};

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn drawing(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_fn(width, height, |x, y| {
        if (x / 10 + y / 10) % 2 == 0 { Rgb([20, 90, 40]) } else { Rgb([250; 3]) }
    })
    .into()
}

/// Noise, which no compression makes small.
fn noise(width: u32, height: u32) -> DynamicImage {
    let mut state = 1u32;
    RgbImage::from_fn(width, height, |_, _| {
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        Rgb([next(), next(), next()])
    })
    .into()
}

/// The head of a PNG that claims a size and ends.
fn claims(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = encoded(&drawing(64, 64), ImageFormat::Png);
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let crc = crc(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&crc.to_be_bytes());
    bytes
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(
            crc ^ u32::from(*byte),
            |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 },
        )
    })
}

#[test]
fn each_kind_is_read_and_written_anew() {
    for (format, kind) in
        [(ImageFormat::Png, Kind::Png), (ImageFormat::WebP, Kind::Png), (ImageFormat::Jpeg, Kind::Jpeg)]
    {
        let picture = read(&encoded(&drawing(300, 200), format)).unwrap();
        assert_eq!((picture.kind, picture.width, picture.height), (kind, 300, 200));
        let again = image::load_from_memory(&picture.bytes).unwrap();
        assert_eq!((again.width(), again.height()), (300, 200));
        assert_eq!(picture.digest().len(), 64);
    }
}

#[test]
fn what_is_no_picture_is_named() {
    for (bytes, words) in [
        (&b"GIF89a\x01\0\x01\0"[..], "GIF"),
        (
            b"<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
            "SVG",
        ),
        (b"<!DOCTYPE html><script>alert(1)</script>", "page of the web"),
        (b"%PDF-1.7", "PDF"),
        (b"PK\x03\x04", "office file"),
        (b"\0\0\0\x18ftypheic", "HEIC, AVIF or a film"),
        (b"II*\0\x08\0\0\0", "TIFF"),
        (b"MM\0*\0\0\0\x08", "TIFF"),
        (b"BM\x46\0\0\0", "bitmap of Windows"),
        (b"name;morale\nRifles;7\n", "no picture"),
    ] {
        let fault = read(bytes).unwrap_err();
        assert!(matches!(&fault, Fault::OtherKind(told) if told.contains(words)), "{fault}");
        assert!(fault.to_string().contains("PNG, JPEG or WebP"));
    }
    assert_eq!(read(b""), Err(Fault::Empty));
}

#[test]
fn a_page_that_begins_like_a_picture_loses_everything_but_pixels() {
    let mut bytes = encoded(&drawing(80, 80), ImageFormat::Png);
    bytes.extend_from_slice(b"<script>alert('after the end')</script>");
    let picture = read(&bytes).unwrap();
    assert!(!picture.bytes.windows(7).any(|window| window == b"<script"));
    let text = b"\0\0\0\x1AtEXtComment\0<script>marker</script>";
    let mut bytes = encoded(&drawing(80, 80), ImageFormat::Png);
    let mut chunk = text[..].to_vec();
    let length = u32::try_from(chunk.len() - 8).unwrap();
    chunk[..4].copy_from_slice(&length.to_be_bytes());
    let sum = crc(&chunk[4..]).to_be_bytes();
    chunk.extend_from_slice(&sum);
    bytes.splice(33..33, chunk);
    let picture = read(&bytes).unwrap();
    assert!(!picture.bytes.windows(6).any(|window| window == b"marker"));
}

#[test]
fn a_file_that_breaks_off_is_refused_wherever_it_breaks() {
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
        let whole = encoded(&noise(120, 90), format);
        for part in [12, 40, whole.len() / 4, whole.len() / 2] {
            let told = read(&whole[..part]);
            assert!(told.is_err() || format == ImageFormat::Jpeg, "{format:?} of {part} bytes");
        }
        // A file of which a byte is another never ends the program.
        for at in (0..whole.len()).step_by(97) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0xFF;
            let _ = read(&bytes);
        }
    }
}

#[test]
fn a_size_that_is_only_claimed_is_not_decoded() {
    assert_eq!(read(&claims(60_000, 60_000)), Err(Fault::TooManyPixels { width: 60_000, height: 60_000 }));
    assert_eq!(read(&claims(LONGEST, 6_000)), Err(Fault::TooManyPixels { width: LONGEST, height: 6_000 }));
    assert_eq!(
        read(&claims(LONGEST + 1, 100)),
        Err(Fault::TooManyPixels { width: LONGEST + 1, height: 100 })
    );
    assert!(matches!(read(&claims(4_000, 4_000)), Err(Fault::Damaged(_))));
    assert_eq!(read(&claims(64, 2)), Err(Fault::TooFewPixels { width: 64, height: 2 }));
    assert_eq!(read(&vec![0; MOST_BYTES + 1]), Err(Fault::TooManyBytes));
}

#[test]
fn what_is_kept_is_small_enough() {
    let picture = read(&encoded(&noise(3200, 1000), ImageFormat::Png)).unwrap();
    assert_eq!(picture.kind, Kind::Jpeg);
    assert!(picture.bytes.len() <= MOST_KEPT && picture.width <= 3000, "{} bytes", picture.bytes.len());
    let picture = read(&encoded(&drawing(4000, 1000), ImageFormat::Png)).unwrap();
    assert_eq!((picture.kind, picture.width, picture.height), (Kind::Png, 3000, 750));
}

#[test]
fn what_shows_through_is_white() {
    let clear = RgbaImage::from_pixel(80, 80, Rgba([0, 0, 0, 0]));
    let picture = read(&encoded(&clear.into(), ImageFormat::Png)).unwrap();
    let again = image::load_from_memory(&picture.bytes).unwrap().to_rgb8();
    assert_eq!(again.get_pixel(40, 40), &Rgb([255; 3]));
}
