import type { GappedLine, Line } from './lines.ts';

/** Bounds of what counts as two columns of text: the cells of tables are shorter. */
const least = { lines: 4, characters: 18, share: 0.3 };

/**
 * Puts the lines of a page into reading order. If a page's program wrote two columns line by line, their lines are
 * joined across the gutter: the parts on its left come first then, up to a line that crosses it.
 */
export function inReadingOrder(lines: readonly GappedLine[]): readonly Line[] {
  const gutter = gutterOf(lines);
  if (gutter === undefined) return lines;
  const ordered: Line[] = [];
  let columns: { readonly left: Line[]; readonly right: Line[] } = { left: [], right: [] };
  const flush = () => {
    ordered.push(...columns.left, ...columns.right);
    columns = { left: [], right: [] };
  };
  for (const line of lines) {
    if (line.parts.some(({ left, right }) => left < gutter && right > gutter)) {
      flush();
      ordered.push(line);
    } else {
      for (const part of line.parts) (part.right <= gutter ? columns.left : columns.right).push(part);
    }
  }
  flush();
  return ordered;
}

/** The middle of the gap between two columns; undefined if the page has none that lines are joined across. */
function gutterOf(lines: readonly GappedLine[]): number | undefined {
  const pairs = lines.flatMap(({ parts }) => {
    const [first, second] = parts;
    return parts.length === 2 && first && second ? [{ from: first.right, to: second.left, first, second }] : [];
  });
  if (pairs.length < least.lines) return undefined;
  // The right column begins at the same place in most lines.
  const places = pairs.map((pair) => pair.to - 0.5).toSorted((one, other) => one - other);
  const place = places[Math.floor(places.length / 2)] ?? 0;
  const found = pairs.filter((pair) => pair.from <= place && place <= pair.to);
  const mean = (pick: (pair: (typeof pairs)[number]) => string) =>
    found.reduce((sum, pair) => sum + pick(pair).length, 0) / Math.max(found.length, 1);
  const isText =
    Math.min(
      mean(({ first }) => first.text),
      mean(({ second }) => second.text),
    ) >= least.characters;
  return isText && found.length >= Math.max(least.lines, lines.length * least.share) ? place : undefined;
}
