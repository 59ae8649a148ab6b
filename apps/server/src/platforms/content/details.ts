import { fieldsOf } from '../json-fields.ts';

/** Max depth of nested values that are read. */
const maxDepth = 4;

/** A value of a form as text; empty for nothing. */
function valueText(value: unknown, depth = 0): string {
  if (depth > maxDepth) return '';
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value))
    return listed(
      value.map((each) => valueText(each, depth + 1)),
      ', ',
    );
  return listed(
    Object.entries(fieldsOf(value)).map(([name, each]) => labelled(name, valueText(each, depth + 1))),
    ', ',
  );
}

const labelled = (name: string, text: string): string => (text === '' ? '' : `${name}: ${text}`);

/** Joins the texts that aren't empty. */
export const listed = (texts: readonly string[], separator: string): string =>
  texts.filter((text) => text !== '').join(separator);

/** The fields of a form as text, such as `date: 2026-12-01; guests: 4`. Fields without a value are left out. */
export const formText = (fields: Readonly<Record<string, unknown>>): string =>
  listed(
    Object.entries(fields).map(([name, value]) => labelled(name, valueText(value))),
    '; ',
  );

/** A place as text: its name, its address and, in parentheses, latitude and longitude in degrees. */
export function placeText(
  place: { readonly [Name in 'name' | 'address' | 'latitude' | 'longitude']: unknown },
): string {
  const { name, address, latitude, longitude } = place;
  const words = listed([valueText(name), valueText(address)], ', ');
  const isPoint = typeof latitude === 'number' && typeof longitude === 'number';
  return listed([words, isPoint ? `(${latitude}, ${longitude})` : ''], ' ');
}
