/**
 * Counts phrases that slow a reader down, in the Markdown files, the comments and the texts of the code, and compares
 * their number with the budget in english-budget.json. More than the budget fails. Fewer fails too, until the budget is
 * lowered to the new number, so that it only falls. `--list` prints every place, words after it select paths.
 */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { listedFiles } from './listed-files.mjs';

const BUDGET = 'scripts/checks/english-budget.json';

/**
 * The phrases: name → pattern. `^` is the start of a sentence, which doesn't contain line breaks.
 * @type {Readonly<Record<string, RegExp>>}
 */
const phrases = {
  'headless clause': /^(?:And |But |So )?(?:What|Whether|Those|Who|Whose|How)\b(?!.*\?)/,
  '"where" for "if"': /^Where\b(?!.*\?)|[,;:] where (?:there|no|nothing|none|it|they|that|this|a|an|one)\b/,
  'is none': /\b(?:is|are|was|were|be|been) none\b/i,
  'of which': /\bof which\b/i,
  whom: /\bwhom\b/i,
  'somebody, nobody, whoever': /\b(?:some|no|any|every)body\b|\bwho(?:m|so)?ever\b/i,
};

/** Generated files. */
const excluded = /\.gen\.|^python\/src\/parley\/(?:_sync|_async\/resources|types)\//;

/**
 * @typedef {{ text: string, line: number, isProse: boolean }} Piece a comment, a paragraph, or (not prose) a string
 */

/**
 * The comments of a TypeScript or JavaScript file, and its strings of several words.
 * @param {string} file
 * @param {string} content
 * @returns {Piece[]}
 */
function piecesOfCode(file, content) {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true);
  const lineOf = (/** @type {number} */ position) => source.getLineAndCharacterOfPosition(position).line + 1;
  /** @type {Map<number, Piece>} */
  const pieces = new Map();
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) {
      const { text } = node;
      if (text.includes(' ')) pieces.set(node.getStart(), { text, line: lineOf(node.getStart()), isProse: false });
    }
    const leading = ts.getLeadingCommentRanges(content, node.getFullStart()) ?? [];
    const trailing = ts.getTrailingCommentRanges(content, node.end) ?? [];
    for (const { pos, end } of [...leading, ...trailing]) {
      pieces.set(pos, { text: content.slice(pos, end), line: lineOf(pos), isProse: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return joined([...pieces].sort(([a], [b]) => a - b).map(([, piece]) => piece));
}

/**
 * Joins line comments on adjacent lines, which are one paragraph.
 * @param {Piece[]} pieces
 */
function joined(pieces) {
  /** @type {Piece[]} */
  const paragraphs = [];
  let end = 0;
  for (const piece of pieces) {
    const last = paragraphs.at(-1);
    const isLineComment = piece.isProse && piece.text.startsWith('//');
    if (isLineComment && last?.isProse && last.text.startsWith('//') && piece.line === end + 1) {
      last.text += `\n${piece.text}`;
    } else paragraphs.push({ ...piece });
    end = piece.line;
  }
  return paragraphs;
}

/**
 * The comments and docstrings of a Python file.
 * @param {string} content
 * @returns {Piece[]}
 */
function piecesOfPython(content) {
  return [...content.matchAll(/"""[\s\S]*?"""|(?:^[ \t]*#.*\n?)+/gm)].map(({ 0: text, index }) => ({
    text,
    line: content.slice(0, index).split('\n').length,
    isProse: true,
  }));
}

/**
 * The paragraphs, list items and table rows of a Markdown file, without code and headings.
 * @param {string} content
 * @returns {Piece[]}
 */
function piecesOfMarkdown(content) {
  const blank = (/** @type {string} */ text) => text.replaceAll(/[^\n]/g, '');
  const prose = content.replaceAll(/^ *(```|~~~)[\s\S]*?^ *\1/gm, blank).replaceAll(/^#.*$/gm, '');
  return prose.split('\n').map((text, index) => ({ text, line: index + 1, isProse: true }));
}

/**
 * The sentences of a piece, without marks of comments, tags and code.
 * @param {Piece} piece
 */
function sentencesOf({ text, isProse }) {
  const plain = text
    .replaceAll(/^[ \t]*(?:\/\*\*?|\*\/|\*|\/\/+|#|[-+>]|\d+\.)[ \t]?/gm, '')
    .replaceAll(/\*\/|"""|\*\*|\{?@\w+(?: \{[^}]*\})?/g, ' ')
    .replaceAll(/`[^`\n]*`/g, 'it');
  const sentences = plain.replaceAll(/\n[ \t]*\n/g, '. ').split(/(?<=[.!?:])\s+(?=[A-Z])|\s\|\s/);
  const trimmed = sentences.map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim());
  return isProse
    ? trimmed
    : trimmed.filter((sentence) => !phrases['headless clause']?.test(sentence) || sentence.endsWith('.'));
}

/**
 * @param {string} file
 * @returns {Piece[]}
 */
function piecesOf(file) {
  const content = readFileSync(file, 'utf8');
  if (file.endsWith('.md')) return piecesOfMarkdown(content);
  return file.endsWith('.py') ? piecesOfPython(content) : piecesOfCode(file, content);
}

/** Every place: its phrase, its file and line, and the sentence. */
const places = listedFiles('*.ts', '*.tsx', '*.mjs', '*.py', '*.md')
  .filter((file) => !excluded.test(file))
  .flatMap((file) =>
    piecesOf(file).flatMap((piece) =>
      sentencesOf(piece).flatMap((sentence) =>
        Object.entries(phrases)
          .filter(([, pattern]) => pattern.test(sentence))
          .map(([name]) => ({ name, file, line: piece.line, sentence })),
      ),
    ),
  );

const [mode, ...paths] = process.argv.slice(2);
if (mode === '--list') {
  for (const { name, file, line, sentence } of places) {
    if (paths.length > 0 && !paths.some((path) => file.startsWith(path))) continue;
    console.log(`${file}:${line}: ${name}: ${sentence.slice(0, 160)}`);
  }
}

const { phrases: budget } = JSON.parse(readFileSync(BUDGET, 'utf8'));
for (const name of Object.keys(phrases)) console.log(`${places.filter((place) => place.name === name).length} ${name}`);
console.log(`${places.length} in all, the budget is ${budget}`);
if (places.length > budget)
  console.error(
    'Write plain sentences: CONTRIBUTING.md, Words. Each place: node scripts/checks/english.mjs --list [path].',
  );
if (places.length < budget) console.error(`Lower the budget in ${BUDGET} to ${places.length}.`);
process.exitCode = places.length === budget ? 0 : 1;
