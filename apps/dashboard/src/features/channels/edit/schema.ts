/** Kind of input for a setting. `lines` is a list of texts, one on each line. */
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
  readonly isInteger: boolean;
  readonly pattern: RegExp | undefined;
  /** Message about a value that doesn't match the pattern. */
  readonly hint: string;
  /** The values of other settings with which this one counts, by their names; empty if it always does. */
  readonly conditions: Readonly<Record<string, readonly unknown[]>>;
  /** The settings that say where a secret goes: if one changes, it must be typed again. */
  readonly goesTo: readonly string[];
  readonly initial: FormValue;
}

/** Value of a field of the form. */
export type FormValue = string | number | boolean;

/** The settings of a kind as its form holds them. */
export type FormSettings = Record<string, FormValue>;

/** Settings among which those of the fields are. */
export type Values = Readonly<Record<string, unknown>>;

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
    const { title, description, minimum, maximum, maxLength, pattern } = property;
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
      isInteger: property['type'] === 'integer',
      pattern: typeof pattern === 'string' ? new RegExp(pattern, 'u') : undefined,
      hint: sentence(textOf(property['x-message']) ?? 'this doesn’t match the description above'),
      conditions: conditionsOf(property['x-if']),
      goesTo: Array.isArray(property['x-goes-to']) ? property['x-goes-to'].map(String) : [],
      initial: toForm(entry, property['default']),
    };
  });
}

/** Reads when a setting counts: `{ inbound: 'imap' }`, or with a list of values. */
const conditionsOf = (hint: unknown): SchemaField['conditions'] =>
  isObject(hint)
    ? Object.fromEntries(Object.entries(hint).map(([name, value]) => [name, Array.isArray(value) ? value : [value]]))
    : {};

/** The fields that count with these settings. */
export const fieldsFor = (fields: readonly SchemaField[], values: Values): readonly SchemaField[] =>
  fields.filter(({ conditions }) => Object.entries(conditions).every(([name, any]) => any.includes(values[name])));

/** The fields that say where a secret goes, and have another value than the stored one. */
export const movedFor = (
  { goesTo }: SchemaField,
  fields: readonly SchemaField[],
  { values, stored }: { readonly values: Values; readonly stored: FormSettings },
): readonly SchemaField[] =>
  fieldsFor(fields, values).filter(({ name }) => goesTo.includes(name) && values[name] !== stored[name]);

/** Settings whose names begin with one of these words stand together, under this title. */
const groupTitles: Readonly<Record<string, string>> = { smtp: 'Outgoing mail (SMTP)', imap: 'Mailbox (IMAP)' };

/** Fields that stand together. */
export interface FieldGroup {
  readonly title: string | undefined;
  readonly fields: readonly SchemaField[];
}

/** The fields in their order, in groups of neighbours. */
export function groupsOf(fields: readonly SchemaField[]): readonly FieldGroup[] {
  const groups: { title: string | undefined; fields: SchemaField[] }[] = [];
  for (const field of fields) {
    const title = groupTitles[/^[a-z]+(?=[A-Z])/.exec(field.name)?.[0] ?? ''];
    const last = groups.at(-1);
    if (last !== undefined && last.title === title) last.fields.push(field);
    else groups.push({ title, fields: [field] });
  }
  return groups;
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

/** `must be an a` → `Must be an a.` */
const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

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

/**
 * Returns the form's values as the API takes them, without secrets that were not typed and settings that don't count.
 */
export function fromFormSettings(fields: readonly SchemaField[], values: Values): Record<string, unknown> {
  const all = fieldsFor(fields, values).map(({ name, entry, initial, pattern }) => {
    const value = (values[name] as FormValue | undefined) ?? initial;
    if (entry === 'lines') return [name, linesOf(String(value))] as const;
    if (entry === 'secret' || (entry === 'number' && value === '')) {
      return [name, value === '' ? undefined : trimmed(value, pattern !== undefined)] as const;
    }
    return [name, trimmed(value, entry === 'text')] as const;
  });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** Without the spaces that come along when a text is pasted. A password may have some. */
const trimmed = (value: FormValue, isPasted: boolean) => (typeof value === 'string' && isPasted ? value.trim() : value);

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
  const { entry, isRequired, maxLength, pattern, hint } = field;
  if (isBlank(value)) return isRequired && (entry !== 'secret' || isNew) ? 'Enter a value.' : null;
  if (maxLength !== undefined && String(value).length > maxLength && entry !== 'lines') {
    return `Must have at most ${maxLength.toLocaleString('en')} characters.`;
  }
  if (entry === 'number') return wrongNumber(field, value);
  if (pattern?.test(String(trimmed(value, true))) === false) return hint;
  return null;
}

/** Messages about the settings that count, by their names; empty if all are fine. */
export const validateFields = (
  fields: readonly SchemaField[],
  values: Values,
  isNew: boolean,
): Record<string, string> =>
  Object.fromEntries(
    fieldsFor(fields, values).flatMap((field) => {
      const message = validateField(field, (values[field.name] as FormValue | undefined) ?? '', isNew);
      return message === null ? [] : [[field.name, message]];
    }),
  );

const isBlank = (value: FormValue) => typeof value === 'string' && value.trim() === '';

function wrongNumber({ min, max, isInteger }: SchemaField, value: FormValue): string | null {
  const number = Number(value);
  const isIn = number >= (min ?? Number.NEGATIVE_INFINITY) && number <= (max ?? Number.POSITIVE_INFINITY);
  if (isIn && (Number.isInteger(number) || !isInteger)) return null;
  const range = [min !== undefined && `at least ${min}`, max !== undefined && `at most ${max}`].filter(Boolean);
  return `Must be a ${isInteger ? 'whole number' : 'number'}${range.length > 0 ? ` of ${range.join(' and ')}` : ''}.`;
}
