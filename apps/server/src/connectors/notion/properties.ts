import { type Fields, fieldsOf, listOf, textOf } from './fields.ts';
import { escaped, plainText, toMarkdown } from './rich-text.ts';

/** Returns the title of a page; empty if it has none. */
export function titleOf(page: Fields): string {
  const title = Object.values(fieldsOf(page['properties']))
    .map(fieldsOf)
    .find(({ type }) => type === 'title');
  return plainText(title?.['title']).replace(/\s+/g, ' ').trim();
}

/** Writes the properties of a row of a database as a list of Markdown: those that have a value that people read. */
export function writeProperties(page: Fields): string {
  return Object.entries(fieldsOf(page['properties']))
    .map(([name, property]) => [name, propertyText(fieldsOf(property))] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `- ${escaped(name.replace(/\s+/g, ' '))}: ${value}`)
    .join('\n');
}

/** Returns the value of a property as Markdown; empty for none. */
function propertyText(property: Fields): string {
  const type = textOf(property['type']);
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined;
  return reader === undefined ? '' : reader(property[type]);
}

const named = (value: unknown): string => escaped(textOf(fieldsOf(value)['name']));

const all = (values: unknown, read: (value: unknown) => string): string =>
  listOf(values)
    .map(read)
    .filter((text) => text !== '')
    .join(', ');

const plain = (value: unknown): string => escaped(textOf(value));

const amount = (value: unknown): string => (typeof value === 'number' ? escaped(String(value)) : '');

function period(value: unknown): string {
  const { start, end } = fieldsOf(value);
  return [start, end]
    .map(plain)
    .filter((text) => text !== '')
    .join(' – ');
}

const yesOrNo = (value: unknown): string => (typeof value !== 'boolean' ? '' : value ? 'Yes' : 'No');

/** Returns the value of a formula or a rollup, which has a type of its own. */
function computed(value: unknown): string {
  const fields = fieldsOf(value);
  const [text, number, date] = [plain(fields['string']), amount(fields['number']), period(fields['date'])];
  return (
    text || number || date || yesOrNo(fields['boolean']) || all(fields['array'], (each) => propertyText(fieldsOf(each)))
  );
}

/** Reads values by their type. Relations are IDs only; times and people of changes are no content. */
const readers: Readonly<Record<string, (value: unknown) => string>> = {
  rich_text: (value) => toMarkdown(value, ' '),
  number: amount,
  select: named,
  status: named,
  multi_select: (value) => all(value, named),
  people: (value) => all(value, named),
  files: (value) => all(value, named),
  date: period,
  checkbox: yesOrNo,
  url: plain,
  email: plain,
  phone_number: plain,
  formula: computed,
  rollup: computed,
  unique_id: (value) => {
    const { prefix, number } = fieldsOf(value);
    return [plain(prefix), amount(number)].filter((text) => text !== '').join('\\-');
  },
};
