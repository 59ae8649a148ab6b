// @module-tag pure

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { documentText } from '../fuzz/document.ts';
import { announceSeed } from '../runs.ts';
import { worstAttack } from './attacks.ts';

/** Max duration of any attack, in milliseconds. */
const bound = 50;

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
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      const where = `${relative(sources, file)}:${line + 1}`;
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        found.set(`${where} ${node.text}`, new RegExp(node.text.slice(1, end), node.text.slice(end + 1)));
      }
      if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') made.push(where);
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
    ['a look-around in a loop behind a word', /^word\s*(?!\s*;)(?:,|$)/],
  ])('with %s are found out', (_name, regex) => {
    expect(worstAttack(regex, seed).milliseconds).toBeGreaterThan(bound);
  });

  test.each([...found])(`%s takes ${bound} ms at most`, { timeout: 60_000 }, (_where, regex) => {
    const { milliseconds, attack } = worstAttack(regex, seed);
    expect(milliseconds, attack).toBeLessThan(bound);
  });
});
