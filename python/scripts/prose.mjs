/** The document's sentences in Python's words: names in snake_case, None, True and False. */
import { attribute } from '../../scripts/clients/spelling.mjs';

/** @import { Document, Schema } from '../../scripts/clients/document.mjs' */

/** Words of JSON in Python. */
const WORDS = new Map([
  ['null', 'None'],
  ['Null', 'None'],
  ['true', 'True'],
  ['false', 'False'],
]);

/**
 * Returns what turns the document's sentences into Python's.
 * @param {Document} document
 */
export function createProse(document) {
  const names = namesIn(document);
  return (/** @type {string} */ text) =>
    text
      .replace(/`([^`]+)`/g, (quoted, /** @type {string} */ name) =>
        names.has(name) ? `\`${attribute(name)}\`` : quoted,
      )
      .split(/(`[^`]*`)/)
      .map((part) => (part.startsWith('`') ? (WORDS.get(part) ?? part) : inWords(part)))
      .join('');
}

/** @param {string} text */
const inWords = (text) => text.replace(/(?<![\w-])(null|Null|true|false)(?![\w-])/g, (word) => WORDS.get(word) ?? word);

/**
 * Every name of a property or parameter that Python spells another way.
 * @param {Document} document
 */
function namesIn({ operations, schemas }) {
  /** @type {Set<string>} */
  const names = new Set();
  const visit = (/** @type {unknown} */ node) => {
    if (typeof node !== 'object' || node === null) return;
    const { properties } = /** @type {Schema} */ (node);
    if (typeof properties === 'object') for (const name of Object.keys(properties)) names.add(name);
    for (const value of Object.values(node)) visit(value);
  };
  visit(schemas);
  for (const { query, path_: path } of operations) for (const { name } of [...query, ...path]) names.add(name);
  return new Set([...names].filter((name) => attribute(name) !== name));
}
