/** Python source as a person would lay it out: lines of at most 120 characters, and imports of used names only. */

const WIDTH = 120;
const INDENT = '    ';

/**
 * Wraps a text at spaces.
 * @param {string} text one paragraph
 * @param {{ first: string, rest: string }} indents of the first line and of the others
 * @returns {string[]}
 */
export function wrap(text, { first, rest }) {
  /** @type {string[]} */
  const lines = [];
  let line = first;
  for (const word of text.split(/\s+/)) {
    const isEmpty = line === first || line === rest;
    if (!isEmpty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = rest + word;
    } else line += isEmpty ? word : ` ${word}`;
  }
  return [...lines, line];
}

/**
 * A docstring of paragraphs, on one line if it fits.
 * @param {string[]} paragraphs each a text to wrap, or lines that are indented already
 * @param {string} indent
 * @returns {string[]}
 */
export function docstring(paragraphs, indent) {
  const [summary = '', ...others] = paragraphs.map((text) => text.replaceAll('\\', '\\\\').replaceAll('"""', "'''"));
  const single = `${indent}"""${summary}"""`;
  if (others.length === 0 && single.length <= WIDTH && !summary.endsWith('"')) return [single];
  const [start = '', ...rest] = wrap(summary, { first: `${indent}"""`, rest: indent });
  const body = others.flatMap((text) => [
    '',
    ...(text.startsWith(INDENT) ? text.split('\n') : paragraph(text, indent)),
  ]);
  return [start, ...rest, ...body, `${indent}"""`];
}

/** @param {string} text @param {string} indent */
const paragraph = (text, indent) => text.split('\n').flatMap((line) => wrap(line, { first: indent, rest: indent }));

/**
 * A bracketed list on one line if it fits, else with one item a line and a comma after each.
 * @param {{ head: string, items: string[], tail: string, indent: string }} list `head` ends and `tail` begins with the bracket
 * @returns {string[]}
 */
export function bracketed({ head, items, tail, indent }) {
  const single = `${indent}${head}${items.join(', ')}${tail}`;
  if (single.length <= WIDTH) return [single];
  return [`${indent}${head}`, ...items.map((item) => `${indent}${INDENT}${item},`), `${indent}${tail}`];
}

/**
 * The import of those names that the code uses; none if it uses none.
 * @param {string} module
 * @param {Iterable<string>} names
 * @param {string} code
 * @returns {string[]}
 */
export function importOf(module, names, code) {
  const used = usedNames(code);
  const items = [...new Set(names)].filter((name) => used.has(name)).sort(inOrder);
  if (items.length === 0) return [];
  const [single = '', ...more] = bracketed({ head: `from ${module} import (`, items, tail: ')', indent: '' });
  return more.length === 0 ? [single.replace('(', '').replace(')', '')] : [single, ...more];
}

/** Constants first, then classes, then the others, as isort sorts them. @param {string} one @param {string} other */
function inOrder(one, other) {
  const rank = (/** @type {string} */ name) => (/^[A-Z\d_]+$/.test(name) ? 0 : /^[A-Z]/.test(name) ? 1 : 2);
  return rank(one) - rank(other) || (one < other ? -1 : 1);
}

/**
 * The identifiers of Python code, without those in its texts.
 * @param {string} code
 */
const usedNames = (code) => new Set(code.replace(/"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"/g, '""').match(/\b[A-Za-z_]\w*/g));

/** Names from `typing` that generated code may need. */
export const TYPING = [
  'Any',
  'Dict',
  'List',
  'Literal',
  'Mapping',
  'Optional',
  'Sequence',
  'Tuple',
  'Type',
  'TypedDict',
  'Union',
];

/**
 * A file: its docstring, its imports by group, and its parts with two empty lines between them.
 * @param {{ doc: string, imports: string[][][], parts: string[][] }} file `imports` has groups of imports
 */
export function pythonFile({ doc, imports, parts }) {
  const groups = imports.map((group) => group.flat()).filter((group) => group.length > 0);
  const head = [
    '# Generated from openapi.json by `npm run clients`. Do not edit.',
    ...docstring([doc], ''),
    '',
    'from __future__ import annotations',
    ...groups.flatMap((group) => ['', ...group]),
  ];
  return `${[head, ...parts].map((lines) => lines.join('\n')).join('\n\n\n')}\n`;
}
