/** A line of a comparison; `left-out` stands for lines that are the same, and its text says how many. */
export interface DiffLine {
  readonly kind: 'same' | 'before' | 'after' | 'left-out';
  readonly text: string;
}

/** Lines that are the same around a change that is shown. */
const context = 2;

/** Max product of the numbers of lines that are compared one by one. Beyond it, all are shown as changed. */
const maxCells = 1_000_000;

/** Compares two texts line by line: removed lines before those that replace them, and long same parts left out. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const start = sameAtStart(old, now);
  const end = sameAtStart(old.slice(start).reverse(), now.slice(start).reverse());
  const middle = compared(old.slice(start, old.length - end), now.slice(start, now.length - end));
  return shortened([...as('same', now.slice(0, start)), ...middle, ...as('same', now.slice(now.length - end))]);
}

const as = (kind: DiffLine['kind'], lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind, text }));

function sameAtStart(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((line, index) => line !== other[index]);
  return at === -1 ? one.length : at;
}

function compared(old: readonly string[], now: readonly string[]): DiffLine[] {
  if (old.length * now.length > maxCells) return [...as('before', old), ...as('after', now)];
  const longest = commonLengths(old, now);
  const kindAt = (i: number, j: number) => {
    if (old[i] === now[j]) return 'same';
    if (i === old.length) return 'after';
    return j === now.length || longest(i + 1, j) >= longest(i, j + 1) ? 'before' : 'after';
  };
  const lines: DiffLine[] = [];
  for (let [i, j] = [0, 0]; i < old.length || j < now.length; ) {
    const kind = kindAt(i, j);
    lines.push({ kind, text: (kind === 'after' ? now[j] : old[i]) ?? '' });
    if (kind !== 'after') i += 1;
    if (kind !== 'before') j += 1;
  }
  return lines;
}

/** The length of the longest common subsequence from a line of each text on. */
function commonLengths(old: readonly string[], now: readonly string[]): (i: number, j: number) => number {
  const width = now.length + 1;
  const longest = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1)
      longest[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  return at;
}

function shortened(lines: readonly DiffLine[]): readonly DiffLine[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(({ kind }) => kind !== 'same'),
  );
  const shown: DiffLine[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line !== undefined && isNear[index]) shown.push(line);
    if (isNear[index]) continue;
    const next = isNear.indexOf(true, index);
    const count = (next === -1 ? lines.length : next) - index;
    if (count === 1) shown.push(...as('same', [line?.text ?? '']));
    else shown.push({ kind: 'left-out', text: `${count.toLocaleString('en')} lines that are the same` });
    index += count - 1;
  }
  return shown;
}
