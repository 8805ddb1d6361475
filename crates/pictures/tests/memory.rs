//! Small files that would fill the memory, and files changed at random places: what reading each takes is counted.

#![allow(clippy::unwrap_used)]

use std::alloc::System;
use std::io::Cursor;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ExtendedColorType, ImageEncoder, ImageFormat, Rgb, RgbImage};
use pictures::{LONGEST, MOST_BYTES, read};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// How many changed pictures are read.
const CHANGED: usize = 300;

/// What a file with a small picture may take.
const SMALL: usize = 40 << 20;
/// What the largest picture may take, all that was given back on the way counted.
const LARGE: usize = 400 << 20;

fn sum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(
            sum ^ u32::from(*byte),
            |sum, _| if sum & 1 == 1 { (sum >> 1) ^ 0xEDB8_8320 } else { sum >> 1 },
        )
    })
}

/// A chunk of a PNG.
fn chunk(kind: &[u8; 4], inside: &[u8]) -> Vec<u8> {
    let mut chunk = u32::try_from(inside.len()).unwrap().to_be_bytes().to_vec();
    chunk.extend_from_slice(kind);
    chunk.extend_from_slice(inside);
    let sum = sum(&chunk[4..]);
    chunk.extend_from_slice(&sum.to_be_bytes());
    chunk
}

fn drawing(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let image = RgbImage::from_fn(width, height, |x, y| {
        if (x / 10 + y / 10) % 2 == 0 { Rgb([20, 90, 40]) } else { Rgb([250; 3]) }
    });
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::from(image).write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// So many zeros as PNG packs them: taken from a picture of nothing, whose pixels are one packed stream.
fn zeros(n: usize) -> Vec<u8> {
    let width = 100_000;
    let height = n / width;
    let mut bytes = Vec::new();
    PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::NoFilter)
        .write_image(
            &vec![0; width * height],
            u32::try_from(width).unwrap(),
            u32::try_from(height).unwrap(),
            ExtendedColorType::L8,
        )
        .unwrap();
    let (mut packed, mut at) = (Vec::new(), 8);
    while at < bytes.len() {
        let length = u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        if &bytes[at + 4..at + 8] == b"IDAT" {
            packed.extend_from_slice(&bytes[at + 8..at + 8 + length]);
        }
        at += 12 + length;
    }
    packed
}

/// A small drawing with chunks behind its head.
fn with(chunks: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = drawing(100, 100, ImageFormat::Png);
    bytes.splice(33..33, chunks.concat());
    bytes
}

/// A drawing as WebP in the form that holds more than pixels.
fn webp_with(kind: &[u8; 4], inside: &[u8]) -> Vec<u8> {
    let plain = drawing(100, 100, ImageFormat::WebP);
    let mut bytes = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x24\0\0\0\x63\0\0\x63\0\0".to_vec();
    bytes.extend_from_slice(kind);
    bytes.extend_from_slice(&u32::try_from(inside.len()).unwrap().to_le_bytes());
    bytes.extend_from_slice(inside);
    bytes.extend_from_slice(&plain[12..]);
    let length = u32::try_from(bytes.len() - 8).unwrap();
    bytes[4..8].copy_from_slice(&length.to_le_bytes());
    bytes
}

/// What reading took, and what came of it.
fn taken(bytes: &[u8]) -> (usize, Result<(u32, u32), String>) {
    let region = Region::new(COUNTED);
    let read = read(bytes).map(|picture| (picture.width, picture.height)).map_err(|fault| fault.to_string());
    (region.change().bytes_allocated, read)
}

/// One test, since the counter counts for the whole program.
#[test]
fn no_small_file_takes_much_memory_whatever_stands_in_it() {
    let packed = zeros(64_000_000);
    let named = |head: &[u8]| [head, &packed].concat();
    let small = [
        ("a colour profile of 64 megabytes", with(&[chunk(b"iCCP", &named(b"k\0\0"))])),
        ("a comment of 64 megabytes", with(&[chunk(b"zTXt", &named(b"k\0\0"))])),
        ("a comment in letters of all kinds", with(&[chunk(b"iTXt", &named(b"k\0\x01\0\0\0"))])),
        ("a moving picture without end", with(&[chunk(b"acTL", &[0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0])])),
        ("a profile in WebP", webp_with(b"ICCP", &vec![7; 11 << 20])),
    ];
    for (name, bytes) in &small {
        assert!(bytes.len() <= MOST_BYTES, "{name}: {} bytes", bytes.len());
        let (taken, read) = taken(bytes);
        assert_eq!(read, Ok((100, 100)), "{name}");
        assert!(taken <= SMALL, "{name}: {} MiB", taken >> 20);
    }
    let mut pixels = drawing(100, 100, ImageFormat::Png);
    let end = pixels.len() - 12;
    pixels.splice(end..end, chunk(b"IDAT", &packed));
    let (more, _) = taken(&pixels);
    assert!(more <= SMALL, "more pixels than there is room for: {} MiB", more >> 20);

    let (large, read) = taken(&drawing(LONGEST, 2_000, ImageFormat::Png));
    assert_eq!(read, Ok((3_000, 500)));
    assert!(large <= LARGE, "the largest picture: {} MiB", large >> 20);
    changed();
}

/// Pictures of all kinds, with bytes that are others, doubled or gone: read or refused, and never at a high price.
fn changed() {
    let mut corpus: Vec<Vec<u8>> =
        [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP].map(|format| drawing(80, 70, format)).into();
    corpus.push(with(&[chunk(b"iCCP", b"k\0\0short"), chunk(b"tEXt", b"Comment\0words")]));
    corpus.push(webp_with(b"EXIF", b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"));
    let mut state = 23_u64;
    let mut next = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below.max(1)
    };
    let mut n_read = 0;
    for _ in 0..CHANGED {
        let mut bytes = corpus[next(corpus.len())].clone();
        for _ in 0..=next(5) {
            // Heads are short and decide most.
            let reach = if next(2) == 0 { 64 } else { bytes.len() };
            let at = next(reach.min(bytes.len()));
            match next(4) {
                0 => bytes.truncate(at + 1),
                1 => bytes[at] = u8::try_from(next(256)).unwrap(),
                2 => bytes[at] ^= 1 << next(8),
                _ => {
                    let from = next(bytes.len());
                    let piece = bytes[from..bytes.len().min(from + 1 + next(64))].to_vec();
                    bytes.splice(at..at, piece);
                }
            }
        }
        let (taken, read) = taken(&bytes);
        assert!(taken <= LARGE, "{} MiB for {bytes:?}", taken >> 20);
        n_read += usize::from(read.is_ok());
    }
    assert!(n_read > 0);
}
