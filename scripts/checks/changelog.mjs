/**
 * Checks that each entry of CHANGELOG.md has at most 25 words. A piece of code counts as one word, and so does the
 * address of a link. Longer entries are split, or leave their details to the documentation.
 */
import { readFileSync } from 'node:fs';

const FILE = 'CHANGELOG.md';
const MAX_WORDS = 25;

/**
 * Counts the words of an entry.
 * @param {string} entry its Markdown
 */
function wordsOf(entry) {
  const plain = entry.replaceAll(/`[^`]*`/g, 'code').replaceAll(/\]\([^)]*\)/g, '] address');
  return plain.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/**
 * The entries of a changelog: each list item, with the indented lines that continue it.
 * @param {string} markdown
 * @returns {{ line: number, text: string }[]}
 */
function entriesOf(markdown) {
  return [...markdown.matchAll(/^[-*] .*(?:\n[ \t]+\S.*)*/gm)].map(({ 0: text, index }) => ({
    line: markdown.slice(0, index).split('\n').length,
    text: text.slice(2),
  }));
}

const entries = entriesOf(readFileSync(FILE, 'utf8'));
const tooLong = entries
  .map(({ line, text }) => ({ line, text, words: wordsOf(text) }))
  .filter(({ words }) => words > MAX_WORDS);
for (const { line, text, words } of tooLong) {
  console.error(`${FILE}:${line}: an entry of ${words} words, at most ${MAX_WORDS}: ${text.slice(0, 60)}…`);
}
console.log(`${entries.length} entries, ${tooLong.length} too long`);
process.exitCode = tooLong.length === 0 ? 0 : 1;
