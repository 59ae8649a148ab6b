import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const assets = resolve(import.meta.dirname, '../../dist/assets');

it('is built for production, although NODE_ENV is another here', () => {
  expect(process.env['NODE_ENV']).toBe('test');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  const inDevelopment = scripts.filter((name) => readFileSync(join(assets, name), 'utf8').includes('jsxDEV'));
  expect(inDevelopment).toEqual([]);
});

it('preloads the font of Latin letters in its page, whose own script gets the nonce of each response', () => {
  const page = readFileSync(resolve(assets, '../index.html'), 'utf8');
  const [, font = ''] = /<link rel="preload" as="font" type="font\/woff2" href="\/assets\/([^"]+)"/.exec(page) ?? [];
  expect(font).toMatch(/^inter-latin-wght-normal-.+\.woff2$/);
  expect(readdirSync(assets)).toContain(font);
  for (const [script] of page.matchAll(/<script\b[^>]*>/g)) expect(script).toContain('nonce="__CSP_NONCE__"');
});
