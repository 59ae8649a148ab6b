// @module-tag pure

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalog, eventTypes } from './catalog.ts';

const page = readFileSync(new URL('../../../../../docs/api/events.md', import.meta.url), 'utf8');

/** The row of a type in the page: its name, when it happens, and its data; what may be absent has a question mark. */
const rowOf = (type: keyof typeof catalog): string => {
  const { description, data } = catalog[type];
  const required: readonly string[] = data.required ?? [];
  const fields = Object.keys(data.properties).map((name) => `\`${name}${required.includes(name) ? '' : '?'}\``);
  return `| \`${type}\` | ${description} | ${fields.join(', ')} |`;
};

test('docs/api/events.md has a row for each type of event, and no other', () => {
  const rows = page.split('\n').filter((line) => /^\| `[a-z_]+\.[a-z_]+` \|/.test(line));
  expect(rows).toEqual(eventTypes.map(rowOf));
});

test('each type is documented with a sentence, and each field of its data with a description', () => {
  const problems = eventTypes.flatMap((type) => {
    const { description, data } = catalog[type];
    const fields = Object.entries(data.properties) as [string, { description?: string }][];
    const bare = fields.filter(([, field]) => !field.description?.endsWith('.')).map(([name]) => `${type}: ${name}`);
    return description.endsWith('.') ? bare : [type, ...bare];
  });
  expect(problems).toEqual([]);
});
