//! What campaign files say of each other in entries that everyone reads.

use dice::Digest;
use serde_json::Value;

use crate::bundle::{Bundle, BundlePart};
use crate::{Stream, strict};

/// An entry of which everyone hears.
pub(super) struct Told {
    pub(super) number: u64,
    pub(super) public: Digest,
    pub(super) body: Value,
    /// Its hash in the master chain, and what the umpire's part of it says.
    pub(super) master: Option<(Digest, Option<Value>)>,
}

/// The public entries of a kind whose body is there.
pub(super) fn told(file: &Bundle, kind: &str) -> Vec<Told> {
    let of = |part: &BundlePart| {
        let body = read(part)?;
        let is_it = body.get("kind").and_then(Value::as_str) == Some(kind);
        is_it.then(|| Told {
            number: part.number,
            public: part.hash,
            body,
            master: master(file, part.number),
        })
    };
    stream(file, Stream::Public).iter().filter_map(of).collect()
}

/// Whether no public body is withheld.
pub(super) fn is_whole(file: &Bundle) -> bool {
    stream(file, Stream::Public).iter().all(|part| part.body.is_some())
}

pub(super) fn read(part: &BundlePart) -> Option<Value> {
    strict::parse(part.body.as_deref()?).ok()
}

pub(super) fn stream(file: &Bundle, name: Stream) -> &[BundlePart] {
    file.streams.iter().find(|stream| stream.name == name).map_or(&[], |stream| &stream.parts)
}

pub(super) fn master(file: &Bundle, number: u64) -> Option<(Digest, Option<Value>)> {
    let part = |link: &crate::bundle::MasterLink, stream| {
        link.parts.iter().find(|part| part.stream == stream).map(|part| part.number)
    };
    let links = file.master.as_deref()?;
    let link = links.iter().find(|link| part(link, Stream::Public) == Some(number))?;
    let umpires = part(link, Stream::Umpire)
        .and_then(|number| stream(file, Stream::Umpire).iter().find(|part| part.number == number))
        .and_then(read);
    Some((link.hash, umpires))
}

pub(super) fn text<'v>(body: &'v Value, path: &str) -> Option<&'v str> {
    body.pointer(path).and_then(Value::as_str)
}

/// Whether an entry names another one by its public hash, and where the files have the master chains, the umpire's part of it
/// by that hash.
pub(super) fn names(entry: &Told, path: &str, other: &Told) -> bool {
    let public = text(&entry.body, path) == Some(other.public.to_string().as_str());
    let whole = match (&entry.master, &other.master) {
        (Some((_, own)), Some((hash, _))) => {
            let named = own.as_ref().and_then(|own| text(own, path));
            named == Some(hash.to_string().as_str())
        }
        _ => true,
    };
    public && whole
}

/// A correction, as the umpire's part of it tells.
pub(super) struct Corrected {
    /// The number of that part.
    pub(super) number: u64,
    /// Its number in the master order, and its hash there.
    pub(super) master: u64,
    pub(super) hash: Digest,
    pub(super) body: Value,
}

impl Corrected {
    /// The first entry in whose place something stands.
    pub(super) fn first(&self) -> Option<u64> {
        let steps = self.body.pointer("/course/steps").and_then(Value::as_array)?;
        steps.iter().filter_map(|step| step.get("entry").and_then(Value::as_u64)).min()
    }

    /// Whether it names a table below.
    pub(super) fn names_any(&self) -> bool {
        self.body.pointer("/course/below").and_then(Value::as_object).is_some_and(|below| !below.is_empty())
    }

    /// The entry of a table below that it names.
    pub(super) fn names(&self, slot: &str) -> Option<&str> {
        self.body.pointer("/course/below").and_then(|below| below.get(slot)).and_then(Value::as_str)
    }
}

/// The corrections in a file, in order; none where the umpire's stream is not in it.
pub(super) fn corrections(file: &Bundle) -> Vec<Corrected> {
    let umpires = stream(file, Stream::Umpire);
    let of = |link: &crate::bundle::MasterLink| {
        let number = link.parts.iter().find(|part| part.stream == Stream::Umpire)?.number;
        let body = read(umpires.iter().find(|part| part.number == number)?)?;
        let is_it = body.get("kind").and_then(Value::as_str) == Some("corrected");
        is_it.then_some(Corrected { number, master: link.number, hash: link.hash, body })
    };
    file.master.iter().flatten().filter_map(of).collect()
}

/// Where an entry that everyone reads stands in the master order, if the file has that.
pub(super) fn place(file: &Bundle, entry: &Told) -> Option<u64> {
    let is_it = |link: &&crate::bundle::MasterLink| {
        link.parts.iter().any(|part| part.stream == Stream::Public && part.number == entry.number)
    };
    file.master.as_deref()?.iter().find(is_it).map(|link| link.number)
}
