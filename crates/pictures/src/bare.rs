//! A file without what is beside its pixels: colour profiles, comments, further pictures. Decoders unpack some of it before
//! they look at the size of the picture.

/// How a photo was held stands in a chunk of a few hundred bytes.
const MOST_HELD: usize = 64 * 1024;

/// A PNG with nothing but its pixels, the colours that they name, and how it was held. `None` when its chunks do not follow
/// each other; a file that breaks off in its pixels keeps them as far as they go.
pub(crate) fn png(bytes: &[u8]) -> Option<Vec<u8>> {
    let (sign, mut rest) = bytes.split_at_checked(8)?;
    let mut bare = sign.to_vec();
    loop {
        let (length, _) = rest.split_first_chunk::<4>()?;
        let kind = rest.get(4..8)?;
        // Length, kind and sum stand around the chunk.
        let whole = usize::try_from(u32::from_be_bytes(*length)).ok()?.checked_add(12)?;
        let chunk = match rest.get(..whole) {
            Some(chunk) => chunk,
            None if kind == b"IDAT" => rest,
            None => return None,
        };
        let is_kept = match kind {
            b"IHDR" | b"PLTE" | b"tRNS" | b"IDAT" | b"IEND" => true,
            b"eXIf" => chunk.len() <= MOST_HELD,
            _ => false,
        };
        if is_kept {
            bare.extend_from_slice(chunk);
        }
        rest = &rest[chunk.len()..];
        if kind == b"IEND" || rest.is_empty() {
            return Some(bare);
        }
    }
}

/// A WebP with nothing but its pixels and how it was held. What moves is no map and stays as it is; the limits of its
/// decoder bound it.
pub(crate) fn webp(bytes: &[u8]) -> Option<Vec<u8>> {
    let (head, mut rest) = bytes.split_at_checked(12)?;
    let mut bare = head.to_vec();
    while let Some((kind, after)) = rest.split_first_chunk::<4>() {
        let (length, _) = after.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        // Each chunk has an even number of bytes.
        let whole = length.checked_add(length % 2)?.checked_add(8)?;
        let chunk = rest.get(..whole).unwrap_or(rest);
        let is_kept = match kind {
            b"ICCP" | b"XMP " => false,
            b"EXIF" => chunk.len() <= MOST_HELD,
            _ => true,
        };
        if is_kept {
            let at = bare.len();
            bare.extend_from_slice(chunk);
            if kind == b"VP8X" && chunk.len() > 8 {
                // The head says which of the others there are.
                const PROFILE_AND_XMP: u8 = 0b10_0100;
                bare[at + 8] &= !PROFILE_AND_XMP;
            }
        }
        rest = &rest[chunk.len()..];
    }
    let length = u32::try_from(bare.len().checked_sub(8)?).ok()?;
    bare[4..8].copy_from_slice(&length.to_le_bytes());
    Some(bare)
}
