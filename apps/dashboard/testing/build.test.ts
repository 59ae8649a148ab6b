import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const assets = resolve(import.meta.dirname, '../dist/assets');

it('is built for production, although NODE_ENV is another here', () => {
  expect(process.env['NODE_ENV']).toBe('test');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  const inDevelopment = scripts.filter((name) => readFileSync(join(assets, name), 'utf8').includes('jsxDEV'));
  expect(inDevelopment).toEqual([]);
});
