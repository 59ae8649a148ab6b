/** Formats a Markdown table with aligned columns. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, index) => Math.max(cell.length, ...rows.map((row) => (row[index] ?? '').length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Formats a number with thousands separators and no decimals. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

/** Formats a number with two decimals. */
export const fine = (value: number): string => value.toFixed(2);

/** A target and its measurement. */
export interface Target {
  readonly what: string;
  readonly value: number;
  /** `least` if the value must not be smaller, `most` if it must not be larger. */
  readonly kind: 'least' | 'most';
  readonly bound: number;
}

/** Formats targets as a table: required, measured, met or not. */
export function targetTable(targets: readonly Target[]): string {
  const rows = targets.map(({ what, value, kind, bound }) => [
    what,
    `at ${kind} ${bound}`,
    fine(value),
    (kind === 'least' ? value >= bound : value <= bound) ? 'met' : 'NOT MET',
  ]);
  return table(['target', 'required', 'measured', ''], rows);
}
