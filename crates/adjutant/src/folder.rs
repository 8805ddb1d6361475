//! The data folder. One process has it at a time.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use directories::ProjectDirs;

use crate::failure::Failure;

/// The files of a data folder or of a backup, whoever has them open.
#[derive(Clone, Debug)]
pub struct Files {
    path: PathBuf,
}

impl Files {
    /// Those of a folder.
    pub fn at(path: PathBuf) -> Self {
        Self { path }
    }

    /// Those of the folder that is named, or of the platform's own place.
    pub fn of(path: Option<PathBuf>) -> Result<Self, Failure> {
        let path = path.or_else(platforms_own).ok_or_else(|| {
            Failure::new("This account has no place for a program's data. Name a folder with --data DIR.")
        })?;
        Ok(Self { path })
    }

    /// The folder's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The log of all campaigns.
    pub fn campaigns(&self) -> PathBuf {
        self.path.join("campaigns.sqlite3")
    }

    /// Where a server that holds the folder does commands for its owner.
    #[cfg(unix)]
    pub fn socket(&self) -> PathBuf {
        self.path.join("socket")
    }

    /// Invitations and sessions.
    pub fn people(&self) -> PathBuf {
        self.path.join("people.sqlite3")
    }
}

/// A data folder that this process has, or one that it shares. The lock ends with the value, or with the process however
/// it ends.
#[derive(Debug)]
pub struct Folder {
    files: Files,
    lock: Option<File>,
}

impl Folder {
    /// Opens the folder, or the platform's own place for it, and makes it when there is none.
    pub fn open(path: Option<PathBuf>) -> Result<Self, Failure> {
        let files = Files::of(path)?;
        make(files.path()).map_err(|fault| Failure::file(files.path(), &fault))?;
        let lock = lock(files.path())?;
        for file in [files.campaigns(), files.people()] {
            keep_to_ourselves(&file).map_err(|fault| Failure::file(&file, &fault))?;
        }
        Ok(Self { files, lock: Some(lock) })
    }

    /// Opens the folder where its campaigns are in a database. Nobody keeps anything of it in memory then, so programs of
    /// one machine share it: who may come in at one may come in at the others.
    pub fn share(path: Option<PathBuf>) -> Result<Self, Failure> {
        let files = Files::of(path)?;
        make(files.path()).map_err(|fault| Failure::file(files.path(), &fault))?;
        let people = files.people();
        keep_to_ourselves(&people).map_err(|fault| Failure::file(&people, &fault))?;
        Ok(Self { files, lock: None })
    }

    /// Whether no other process can have it.
    #[cfg(unix)]
    pub fn is_held(&self) -> bool {
        self.lock.is_some()
    }

    /// Its files.
    pub fn files(&self) -> &Files {
        &self.files
    }
}

fn platforms_own() -> Option<PathBuf> {
    ProjectDirs::from("", "", "adjutant").map(|own| own.data_dir().to_owned())
}

/// Whether a path, with nothing there yet perhaps, is a folder or lies in it.
pub fn lies_in(path: &Path, folder: &Path) -> bool {
    let Ok(folder) = folder.canonicalize() else { return false };
    let Ok(path) = std::path::absolute(path) else { return false };
    let mut there = path.ancestors().filter_map(|part| part.canonicalize().ok());
    there.next().is_some_and(|there| there.starts_with(&folder))
}

/// Nobody else on this machine may look into it: it holds the dice secrets and both sides' secrets.
pub fn make(path: &Path) -> std::io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Makes a database's file, so that in a folder that others may enter they still cannot read it. What the database puts
/// beside it follows its rights.
pub fn keep_to_ourselves(file: &Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file).map(drop)
}

/// Whether a file is there and not empty.
pub fn holds_something(file: &Path) -> bool {
    file.metadata().is_ok_and(|about| about.len() > 0)
}

/// Writes a file that holds a seat's secrets or more. A new one can be read by nobody else; one that is there keeps the
/// rights that its owner gave it.
pub fn write_for_ourselves(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(bytes)
}

fn lock(folder: &Path) -> Result<File, Failure> {
    let path = folder.join("lock");
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path)
        .map_err(|fault| Failure::file(&path, &fault))?;
    match file.try_lock() {
        Ok(()) => {
            let note = |file: &mut File| {
                file.set_len(0)?;
                write!(file, "{}", std::process::id())
            };
            note(&mut file).map_err(|fault| Failure::file(&path, &fault))?;
            Ok(file)
        }
        Err(TryLockError::WouldBlock) => {
            let mut holder = String::new();
            // Who holds it is a help only; on some platforms a locked file cannot be read.
            let _ = file.rewind().and_then(|()| file.read_to_string(&mut holder));
            let who = match holder.trim() {
                "" => "another Adjutant".to_owned(),
                process => format!("the Adjutant with process number {process}"),
            };
            Err(Failure::new(format!(
                "The data folder {} is in use by {who}. Stop that one first (Ctrl+C in its window), or name \
                 another folder with --data DIR.",
                folder.display()
            )))
        }
        Err(TryLockError::Error(fault)) => Err(Failure::file(&path, &fault)),
    }
}

#[cfg(test)]
mod tests {
    use super::Folder;

    #[test]
    fn a_folder_in_use_is_refused_and_free_again_afterwards() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("deep/data");
        let first = Folder::open(Some(path.clone())).unwrap();
        let refused = Folder::open(Some(path.clone())).unwrap_err().to_string();
        assert!(refused.contains(&format!("process number {}", std::process::id())), "{refused}");
        assert!(refused.contains("--data"), "{refused}");
        drop(first);
        Folder::open(Some(path)).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_new_folder_is_closed_to_others() {
        use std::os::unix::fs::PermissionsExt;
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(Some(place.path().join("data"))).unwrap();
        assert_eq!(folder.files().path().metadata().unwrap().permissions().mode() & 0o777, 0o700);
    }

    #[cfg(unix)]
    #[test]
    fn secrets_are_closed_to_others_even_in_an_open_folder() {
        use std::os::unix::fs::PermissionsExt;
        let place = tempfile::tempdir().unwrap();
        std::fs::set_permissions(place.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
        let folder = Folder::open(Some(place.path().to_owned())).unwrap();
        for file in [folder.files().campaigns(), folder.files().people()] {
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        }
    }
}
