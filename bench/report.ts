/** A table in Markdown, its columns aligned for reading as text. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, index) => Math.max(cell.length, ...rows.map((row) => (row[index] ?? '').length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** A number with thousands separators and no decimals. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

/** A number with two decimals. */
export const fine = (value: number): string => value.toFixed(2);

/** A target with what came of it. */
export interface Target {
  readonly what: string;
  readonly value: number;
  /** `least` where the value must not be smaller, `most` where it must not be larger. */
  readonly kind: 'least' | 'most';
  readonly bound: number;
}

/** Targets as a table: what was asked, what came, whether it is met. */
export function targetTable(targets: readonly Target[]): string {
  const rows = targets.map(({ what, value, kind, bound }) => [
    what,
    `at ${kind} ${bound}`,
    fine(value),
    (kind === 'least' ? value >= bound : value <= bound) ? 'met' : 'NOT MET',
  ]);
  return table(['target', 'asked', 'measured', ''], rows);
}
