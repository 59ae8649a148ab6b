/** The space between a number and its unit, at which no line breaks. */
const space = '\u00a0';

/** Returns the change of a figure from the period before: `+12 %`, `−0.4 %`, `none before`, `no change`. */
export function changeIn(now: number, before: number): string {
  if (now === before) return 'no change';
  // No percentage leads from nothing to something.
  if (before === 0) return 'none before';
  const percent = ((now - before) / before) * 100;
  const size = Math.abs(percent);
  const shown = size < 1 ? Math.max(0.1, Number(size.toFixed(1))) : Math.round(size);
  return `${percent > 0 ? '+' : '−'}${shown.toLocaleString('en')}${space}%`;
}
