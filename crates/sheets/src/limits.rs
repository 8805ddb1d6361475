//! How large a file may be that comes in. A roster of sixty men needs a hundredth of this.

/// Bytes of a file as it comes.
pub const FILE_BYTES: usize = 4 << 20;
/// Bytes of all parts of a workbook once unpacked.
pub const UNPACKED_BYTES: usize = 16 << 20;
/// Parts of a workbook.
pub const PARTS: usize = 500;
/// Tables of a file.
pub const TABLES: usize = 100;
/// Rows of a table, those above its first filled row included.
pub const ROWS: usize = 10_000;
/// Columns of a table.
pub const COLUMNS: usize = 200;
/// Cells of a file, empty ones before filled ones of their row included.
pub const CELLS: usize = 200_000;
/// Characters of a cell, as spreadsheets have it.
pub const CELL_CHARS: usize = 32_767;
/// Bytes of the texts of all cells together: no more than a file of plain text can hold. A workbook holds a text once and
/// may name it in every cell.
pub const TEXT_BYTES: usize = FILE_BYTES;
/// Cells that a workbook may name, empty ones and those that are named twice included.
pub const NAMED: usize = 5 * CELLS;
/// Texts that a workbook may hold for its cells to name.
pub const TEXTS: usize = CELLS;
/// Styles that a workbook may hold; spreadsheets themselves take fewer.
pub const STYLES: usize = 65_536;
/// Faults of a file that are told.
pub const FAULTS: usize = 200;
