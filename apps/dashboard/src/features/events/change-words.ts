/** A text that events show by its digest and length. */
interface TextMark {
  readonly sha256: string;
  readonly length: number;
}

const isMark = (value: unknown): value is TextMark =>
  typeof value === 'object' &&
  value !== null &&
  'length' in value &&
  'sha256' in value &&
  typeof value.length === 'number';

/** A value before or after a change, in words. `isQuiet` tells words about a value from the value. */
export function valueText(value: unknown): { readonly text: string; readonly isQuiet: boolean } {
  if (value === null || value === undefined) return { text: 'Not set', isQuiet: true };
  if (value === '' || (isMark(value) && value.length === 0)) return { text: 'Empty', isQuiet: true };
  if (isMark(value)) {
    const { length } = value;
    return { text: `${length.toLocaleString('en')} ${length === 1 ? 'character' : 'characters'}`, isQuiet: true };
  }
  return { text: typeof value === 'string' ? value : JSON.stringify(value, null, 2), isQuiet: false };
}

/** Returns both sides of a change. Two texts of the same length are told apart: only their digests differ. */
export function sidesOf({ before, after }: { readonly before: unknown; readonly after: unknown }) {
  const [old, next] = [valueText(before), valueText(after)];
  const isText = isMark(before) && isMark(after) && before.length > 0 && after.length > 0;
  return { old, next: isText ? { ...next, text: `${next.text}, changed` } : next };
}
