// @module-tag pure

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { documentText } from '../fuzz/document.ts';
import { announceSeed } from '../processes/runs.ts';
import { findAttack, type Weakness } from './attacks.ts';

const seed = announceSeed('apps/server/testing/hostile/regexes.test.ts');
const sources = fileURLToPath(new URL('../../src/', import.meta.url));

const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => join(sources, file));

/** Every regular expression in the server's sources, by its place; those created at run time are listed separately. */
function findRegexes() {
  const found = new Map<string, RegExp>();
  const made: string[] = [];
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      const where = `${relative(sources, file)}:${line + 1}`;
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        found.set(`${where} ${node.text}`, new RegExp(node.text.slice(1, end), node.text.slice(end + 1)));
      }
      if (ts.isNewExpression(node) && node.expression.getText(source) === 'RegExp') made.push(where);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { found, made };
}

/** The patterns of the schemas, which Ajv compiles with the flag `u`. */
function patternsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = 'pattern' in node && typeof node.pattern === 'string' ? [node.pattern] : [];
  return [...own, ...Object.values(node).flatMap(patternsIn)];
}

describe('regular expressions', () => {
  const { found, made } = findRegexes();
  const patterns = new Set(patternsIn(JSON.parse(documentText)));
  for (const pattern of patterns) found.set(`openapi.json ${pattern}`, new RegExp(pattern, 'u'));

  test('are found in the sources; none is created at run time', () => {
    expect(found.size).toBeGreaterThan(20);
    expect(made).toEqual([]);
  });

  test.each([
    ['a loop in a loop', /^(?:abc|\d{1,4})+$/],
    ['a loop in a loop of words', /^(\w+\s?)*$/],
    ['a loop behind a loop', /^\s*a?\s*b/],
    ['a loop from anywhere', /\s+$/],
    ['a loop of words from anywhere', /(?:abcdef)+$/],
    ['a look-around in a loop behind a word', /^word\s*(?!\s*;)(?:,|$)/],
  ])('with %s are found out', (_name, regex) => {
    expect(findAttack(regex, seed)?.times).toBeGreaterThan(1);
  });

  test.each([
    ['a loop', /^\s*a/],
    ['two loops that differ', /^\s*a*\s?b/],
    ['a short loop from anywhere', /\s{1,100}$/],
    ['a longer loop from anywhere', /\s{1,300}$/],
  ])('with %s are not', (_name, regex) => {
    expect(findAttack(regex, seed)).toBeUndefined();
  });

  // The time is not judged by the clock, so it may be as long as a busy machine needs.
  test('take no longer than the control with any attack', { timeout: 600_000 }, () => {
    const known = new Map<string, Weakness | undefined>();
    const weakness = (regex: RegExp) => {
      if (!known.has(`${regex}`)) known.set(`${regex}`, findAttack(regex, seed));
      return known.get(`${regex}`);
    };
    const offenders = [...found].flatMap(([where, regex]) => {
      const weak = weakness(regex);
      return weak === undefined ? [] : [`${where}: ${weak.times.toFixed(1)} times as long with ${weak.attack}`];
    });
    expect(offenders).toEqual([]);
  });
});
