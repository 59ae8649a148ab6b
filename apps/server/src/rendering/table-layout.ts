const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;
const withoutWidth = /[\p{M}\p{Cf}]/u;

/** Columns that a text takes in a fixed-width font. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += withoutWidth.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}

/** The rows of a table in columns, with a line below the header; undefined if that is wider than `maxWidth`. */
export function alignedRows(rows: readonly (readonly string[])[], maxWidth: number): string[] | undefined {
  if (maxWidth === 0) return undefined;
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      // A cell that is longer than the table is wide need not be measured.
      if (cell.length > 4 * maxWidth) return undefined;
      widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
    }
  }
  const width = widths.reduce((sum, own) => sum + own + 3, -3);
  if (width > maxWidth || width <= 0) return undefined;
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join(' │ ')
      .trimEnd();
  const [header = [], ...others] = rows;
  return [line(header), widths.map((own) => '─'.repeat(own)).join('─┼─'), ...others.map(line)];
}
