// @module-tag pure

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from './place.ts';

const folder = join(repository, 'docs/api');
const pages = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
const { paths } = JSON.parse(readFileSync(join(repository, 'openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, unknown>>;
};

/** A path with the names of its parameters left out: pages may name them otherwise. */
const unnamed = (path: string) => path.replace(/\{[^}]*\}/g, '{}');

const operations = new Set(
  Object.entries(paths).flatMap(([path, methods]) =>
    // The document has one of PUT and PATCH.
    Object.keys(methods).map((method) => `${method.replace('patch', 'put').toUpperCase()} ${unnamed(path)}`),
  ),
);

it('the pages of the API name operations that exist', () => {
  const named = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^\s`?…]+)(?:\?[^`]*)?`/g)].map(
      ([, method = '', path = '']) => ({
        name,
        operation: `${method.replace('PATCH', 'PUT')} ${unnamed(path)}`,
      }),
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  const others = ['GET /api/openapi.json'];
  expect(named.filter(({ operation }) => !operations.has(operation) && !others.includes(operation))).toEqual([]);
});

it('the list of pages has every page', () => {
  const index = pages.find(({ name }) => name === 'README.md')?.text ?? '';
  const missing = pages.map(({ name }) => name).filter((name) => !index.includes(`](${name}) |`));
  expect(missing).toEqual(['README.md']);
});
