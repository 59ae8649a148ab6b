/**
 * `npm run diagrams`: draws the texts in docs/diagrams/ as SVG, beside them. With `--check` it writes nothing, and
 * fails if a drawing is absent or isn't that of its text.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { drawBoxes } from './diagrams/boxes.mjs';
import { drawSequence } from './diagrams/sequence.mjs';

const folder = resolve(import.meta.dirname, '../docs/diagrams');
const names = readdirSync(folder);
const texts = names.filter((name) => name.endsWith('.txt'));
const isCheck = process.argv.includes('--check');

/** The first line says what a text is: `sequence` or `boxes`, and the title. */
const draw = (/** @type {string} */ text) => {
  const [[head = ''] = [], ...paragraphs] = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.split('\n'));
  const [, kind, title = ''] = /^(sequence|boxes) (.+)$/.exec(head) ?? [];
  if (kind === 'sequence') return drawSequence(title, paragraphs.flat());
  if (kind === 'boxes') return drawBoxes(title, paragraphs);
  throw new Error(`A diagram begins with "sequence" or "boxes", and its title: ${head}`);
};

const stale = texts.filter((name) => {
  const drawing = draw(readFileSync(join(folder, name), 'utf8'));
  const file = join(folder, name.replace(/\.txt$/, '.svg'));
  if (existsSync(file) && readFileSync(file, 'utf8') === drawing) return false;
  if (!isCheck) writeFileSync(file, drawing);
  return true;
});
const orphans = names.filter((name) => name.endsWith('.svg') && !texts.includes(name.replace(/\.svg$/, '.txt')));

for (const name of orphans) console.error(`docs/diagrams/${name} has no text`);
if (isCheck) for (const name of stale) console.error(`docs/diagrams/${name} is drawn otherwise: npm run diagrams`);
console.log(`${texts.length} diagrams, ${stale.length} ${isCheck ? 'stale' : 'drawn'}`);
process.exitCode = orphans.length > 0 || (isCheck && stale.length > 0) ? 1 : 0;
