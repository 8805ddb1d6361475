//! The picture under a map: laid by the umpire, set to the map's inches, and shown to everybody or not.
//!
//! A picture stands in the log like everything else that was ever decided: in the umpire's stream from when it is laid,
//! in public from when it is shown. So who may have it is decided where everything is decided, by streams; and whatever
//! keeps, moves, encrypts, checks or takes back a log does so with its pictures. In memory stands only where they are.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kernel::Seat;
use ledger::Stream;

use entry::{Mapped, Mark, Picture, PictureLine, Placed};
use memory::{Kept, Pictures};

use crate::acted::acted;
use crate::answer::{Answer, Token};
use crate::asked::Asked;
use crate::desk::Desk;
use crate::entry::Body;
use crate::entry::act::Act;
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::read::Read;
use crate::streams::audience_of;

pub mod entry;
pub(crate) mod memory;
pub(crate) mod refusals;
pub(crate) mod words;

/// The farthest place that a picture may be set to: hundredths of an inch.
const FARTHEST: i32 = 100_000;
/// The least distance of the two places, in pixels and in hundredths of an inch: nearer ones say nothing of the rest.
const LEAST: (i64, i64) = (16, 100);

impl Desk {
    /// The umpire lays a picture under the map. Nobody else sees it before it is shown.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn lay_picture(
        &self,
        campaign: &str,
        seat: Seat,
        picture: &pictures::Picture,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, seat, host => self.lay_at(&mut host, seat, picture, token))
    }

    async fn lay_at(
        &self,
        host: &mut Host,
        seat: Seat,
        new: &pictures::Picture,
        token: Token,
    ) -> Result<Answer, Fault> {
        let digest = new.digest();
        if let Some(answer) = host.umpires(seat, token, None, &Asked::picture_laid(&digest)) {
            return Ok(answer);
        }
        if host.memory.pictures.laid.as_ref().is_some_and(|laid| laid.digest == digest) {
            return Ok(house::same_picture().into());
        }
        let fresh = !host.memory.pictures.has(Stream::Umpire, &digest);
        let picture = Picture {
            digest,
            media: new.kind.media().into(),
            width: new.width,
            height: new.height,
            placed: Placed::Edges,
        };
        let file = fresh.then(|| STANDARD.encode(&new.bytes));
        let parts = vec![(Stream::Umpire, Some(PictureLine { picture, file }))];
        self.write_picture(host, seat, token, parts).await
    }

    /// The umpire says where the picture lies. Whoever sees it sees it there.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn place_picture(
        &self,
        campaign: &str,
        seat: Seat,
        placed: Placed,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, seat, host => self.place_at(&mut host, seat, placed, token))
    }

    async fn place_at(
        &self,
        host: &mut Host,
        seat: Seat,
        placed: Placed,
        token: Token,
    ) -> Result<Answer, Fault> {
        let Pictures { laid, shown, .. } = &host.memory.pictures;
        let digest = laid.as_ref().map_or("", |laid| &laid.digest);
        let asked = Asked::picture_placed(digest, &placed);
        if let Some(answer) = host.umpires(seat, token, None, &asked) {
            return Ok(answer);
        }
        let Some(laid) = laid else { return Ok(house::no_picture().into()) };
        if let Placed::Marks(marks) = &placed
            && let Some(sentence) = misplaced(laid, marks)
        {
            return Ok(house::picture_misplaced(sentence).into());
        }
        if laid.placed == placed {
            return Ok(house::picture_lies_so().into());
        }
        let public = shown.as_ref().is_some_and(|shown| shown.digest == laid.digest);
        let line = PictureLine { picture: Picture { placed, ..laid.clone() }, file: None };
        let streams = [Some(Stream::Umpire), public.then_some(Stream::Public)].into_iter().flatten();
        let mut parts: Vec<_> = streams.map(|stream| (stream, Some(line.clone()))).collect();
        parts.sort_unstable_by_key(|(stream, _)| *stream);
        self.write_picture(host, seat, token, parts).await
    }

    /// The umpire shows the picture to everybody, or takes it from everybody's maps but the umpire's.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn show_picture(
        &self,
        campaign: &str,
        seat: Seat,
        show: bool,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, seat, host => self.show_at(&mut host, seat, show, token))
    }

    async fn show_at(&self, host: &mut Host, seat: Seat, show: bool, token: Token) -> Result<Answer, Fault> {
        if let Some(answer) = host.umpires(seat, token, None, &Asked::picture_shown(show)) {
            return Ok(answer);
        }
        let Pictures { laid, shown, .. } = &host.memory.pictures;
        if !show {
            if shown.is_none() {
                return Ok(house::picture_not_shown().into());
            }
            return self.write_picture(host, seat, token, vec![(Stream::Public, None)]).await;
        }
        let Some(laid) = laid.clone() else { return Ok(house::no_picture().into()) };
        if shown.as_ref() == Some(&laid) {
            return Ok(house::picture_shown().into());
        }
        let file = match host.memory.pictures.has(Stream::Public, &laid.digest) {
            true => None,
            false => self.file_of(host, seat, &laid.digest).await?,
        };
        let line = PictureLine { picture: laid, file };
        self.write_picture(host, seat, token, vec![(Stream::Public, Some(line))]).await
    }

    async fn write_picture(
        &self,
        host: &mut Host,
        seat: Seat,
        token: Token,
        parts: Vec<(Stream, Option<PictureLine>)>,
    ) -> Result<Answer, Fault> {
        let head = self.head(host, seat, seat);
        let says = |(stream, picture)| (stream, head.clone().says(Act::Mapped(Mapped { picture })));
        let parts = parts.into_iter().map(says).collect();
        self.append(host, token, parts).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }

    /// The file of a picture that a seat sees or has seen; `None` for every other, whether there is one or not.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn picture_file(
        &self,
        campaign: &str,
        seat: Seat,
        digest: &str,
    ) -> Result<Option<Vec<u8>>, Fault> {
        let host = self.host_for(campaign, seat).await?;
        if !host.has_seat(seat) {
            return Err(Fault::NoCampaign);
        }
        let file = self.file_of(&host, seat, digest).await?;
        Ok(file.and_then(|text| STANDARD.decode(text).ok()))
    }

    /// The file as it stands in a stream that the seat reads.
    async fn file_of(&self, host: &Host, seat: Seat, digest: &str) -> Result<Option<String>, Fault> {
        let reads = |kept: &&Kept| kept.digest == digest && seat.sees(audience_of(kept.stream));
        let Some(kept) = host.memory.pictures.kept.iter().find(reads) else { return Ok(None) };
        let entries = self.store().entries(&host.id, kept.entry, 1).await?;
        let Some(entry) = entries.first() else { return Ok(None) };
        let file = |(stream, body): (Stream, Body)| match body.act {
            Act::Mapped(Mapped { picture }) if stream == kept.stream => picture?.file,
            _ => None,
        };
        Ok(Read::of(entry)?.bodies.into_iter().find_map(file))
    }

    /// The picture under the maps of a seat, and for the umpire whether everybody sees it so.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn picture(&self, campaign: &str, seat: Seat) -> Result<Option<(Picture, bool)>, Fault> {
        let host = self.host_for(campaign, seat).await?;
        if !host.has_seat(seat) {
            return Err(Fault::NoCampaign);
        }
        let pictures = &host.memory.pictures;
        Ok(pictures.of(seat).map(|picture| (picture.clone(), seat != Seat::Umpire || pictures.is_shown())))
    }
}

/// Why two marks do not say where a picture lies.
fn misplaced(picture: &Picture, marks: &[Mark; 2]) -> Option<String> {
    for (n, mark) in marks.iter().enumerate() {
        let n = n + 1;
        if mark.right > picture.width || mark.down > picture.height {
            let (width, height) = (picture.width, picture.height);
            return Some(format!("Place {n} is off the picture, which has {width} by {height} pixels."));
        }
        if mark.x.abs() > FARTHEST || mark.y.abs() > FARTHEST {
            let most = FARTHEST / 100;
            return Some(format!("Place {n} is farther than {most} inches from the map's corner."));
        }
    }
    let [one, other] = marks;
    let square = |x: i64, y: i64| x * x + y * y;
    let pixels =
        square(i64::from(one.right) - i64::from(other.right), i64::from(one.down) - i64::from(other.down));
    let inches = square(i64::from(one.x) - i64::from(other.x), i64::from(one.y) - i64::from(other.y));
    let (least_pixels, least_inches) = LEAST;
    if pixels < least_pixels * least_pixels {
        return Some(format!(
            "The two places are nearer than {least_pixels} pixels on the picture. Take two that are far apart."
        ));
    }
    (inches < least_inches * least_inches)
        .then(|| "The two places are nearer than an inch on the map. Take two that are far apart.".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_places_far_apart_say_where_a_picture_lies() {
        let picture = Picture {
            digest: String::new(),
            media: "image/png".into(),
            width: 800,
            height: 600,
            placed: Placed::Edges,
        };
        let mark = |right, down, x, y| Mark { right, down, x, y };
        let told = |one, other| misplaced(&picture, &[one, other]);
        assert_eq!(told(mark(0, 600, 0, 0), mark(800, 0, 7200, 6000)), None);
        assert!(
            told(mark(0, 0, 0, 0), mark(801, 0, 7200, 0)).unwrap().contains("Place 2 is off the picture")
        );
        assert!(told(mark(0, 0, 0, 0), mark(5, 5, 7200, 0)).unwrap().contains("16 pixels"));
        assert!(told(mark(0, 0, 10, 0), mark(500, 5, 0, 0)).unwrap().contains("nearer than an inch"));
        assert!(told(mark(0, 0, 0, 0), mark(500, 5, 0, 100_001)).unwrap().contains("1000 inches"));
    }
}
