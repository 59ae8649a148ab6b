// @module-tag pure

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseUrl } from './parse-url.ts';

test('parses what is a URL, with a base or without', () => {
  expect(parseUrl('http://bücher.example/ü')?.href).toBe('http://xn--bcher-kva.example/%C3%BC');
  expect(parseUrl('../ü', 'http://a.example/b/c')?.href).toBe('http://a.example/%C3%BC');
  expect(parseUrl('../ü')).toBeUndefined();
  expect(parseUrl('http://a.example:99999/')).toBeUndefined();
});

test('a URL with Latin-1 stays valid, however often it is parsed', () => {
  const parsed = Array.from({ length: 50_000 }, () => parseUrl('http://bücher.example/')?.hostname);
  expect(new Set(parsed)).toEqual(new Set(['xn--bcher-kva.example']));
});

test('nothing of the server asks URL.canParse', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  expect(files.length).toBeGreaterThan(500);
  const asking = files.filter((name) =>
    readFileSync(join(import.meta.dirname, name), 'utf8').includes('URL.canParse('),
  );
  expect(asking).toEqual([]);
});
