/** How a setting of a kind is entered. `lines` is a list of texts, one on each line. */
type Entry = 'text' | 'long' | 'secret' | 'choice' | 'switch' | 'number' | 'lines';

/** A setting of a kind, as its form shows it. */
export interface SchemaField {
  readonly name: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly entry: Entry;
  readonly isRequired: boolean;
  readonly options: readonly string[];
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly maxLength: number | undefined;
  readonly initial: FormValue;
}

/** What a field of the form holds. */
export type FormValue = string | number | boolean;

/** The settings of a kind as its form holds them. */
export type FormSettings = Record<string, FormValue>;

/** Texts longer than this have several lines. */
const longText = 300;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** The fields of a kind's form, in the order of its JSON Schema. A setting of another shape has none. */
export function fieldsOf(schema: Readonly<Record<string, unknown>>): SchemaField[] {
  const { properties, required } = schema;
  const needed = Array.isArray(required) ? required : [];
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    const entry = isObject(property) ? entryOf(property) : undefined;
    if (!isObject(property) || entry === undefined) return [];
    const { title, description, minimum, maximum, maxLength } = property;
    return {
      name,
      entry,
      label: textOf(title) ?? labelOf(name),
      description: plain(textOf(description)),
      isRequired: needed.includes(name) && property['default'] === undefined,
      options: Array.isArray(property['enum']) ? property['enum'].map(String) : [],
      min: numberOf(minimum),
      max: numberOf(maximum),
      maxLength: numberOf(maxLength),
      initial: toForm(entry, property['default']),
    };
  });
}

function entryOf(property: Readonly<Record<string, unknown>>): Entry | undefined {
  const { type, maxLength, items } = property;
  if (property['writeOnly'] === true) return 'secret';
  if (Array.isArray(property['enum'])) return 'choice';
  if (type === 'boolean') return 'switch';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'array') return isObject(items) && items['type'] === 'string' ? 'lines' : undefined;
  if (type !== 'string') return undefined;
  const isAddress =
    property['format'] === 'uri' || property['title'] === 'URL' || /url|address/i.test(`${property['title']}`);
  return (numberOf(maxLength) ?? 0) > longText && !isAddress ? 'long' : 'text';
}

/** `botToken` → `Bot token`. */
const labelOf = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Descriptions mark code by backticks; a form shows it as text. */
const plain = (text: string | undefined) => text?.replaceAll('`', '');

function toForm(entry: Entry, value: unknown): FormValue {
  if (entry === 'switch') return value === true;
  if (entry === 'lines') return Array.isArray(value) ? value.join('\n') : '';
  if (entry === 'secret') return '';
  return typeof value === 'string' || typeof value === 'number' ? value : '';
}

/** Settings as the form holds them. A secret is never known, so its field is empty. */
export const toFormSettings = (
  fields: readonly SchemaField[],
  settings: Readonly<Record<string, unknown>>,
): FormSettings =>
  Object.fromEntries(
    fields.map(({ name, entry, initial }) => [name, name in settings ? toForm(entry, settings[name]) : initial]),
  );

/** What the form holds, as the API takes it. A secret that was not typed is left out. */
export function fromFormSettings(fields: readonly SchemaField[], values: FormSettings): Record<string, unknown> {
  const all = fields.map(({ name, entry, initial }) => {
    const value = values[name] ?? initial;
    if (entry === 'lines') return [name, linesOf(String(value))] as const;
    if (entry === 'secret' || (entry === 'number' && value === '')) {
      return [name, value === '' ? undefined : value] as const;
    }
    return [name, typeof value === 'string' && entry === 'text' ? value.trim() : value] as const;
  });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

const linesOf = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** The message about a setting; null if it is fine. A stored secret may stay empty. */
export function validateField(field: SchemaField, value: FormValue, isNew: boolean): string | null {
  const { entry, isRequired, maxLength } = field;
  if (value === '' && isRequired && (entry !== 'secret' || isNew)) return 'Enter a value.';
  if (maxLength !== undefined && String(value).length > maxLength && entry !== 'lines') {
    return `Must have at most ${maxLength.toLocaleString('en')} characters.`;
  }
  return null;
}
