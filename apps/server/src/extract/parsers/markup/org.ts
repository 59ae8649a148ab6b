import { escapeHtml } from '../../../text/html/escape-html.ts';
import type { Extraction } from '../../document.ts';
import { leftOut } from '../archive/left-out.ts';
import type { Input } from '../input.ts';
import { codeBlock, createLines, indentOf, isBlank, type Lines, maxLevels, tableOf, takeIndented } from './blocks.ts';
import { link } from './html.ts';
import { type MarkedUp, readMarkup } from './read-markup.ts';

/** Reads Org: headings without their states and tags, lists, tables, code and links. */
export const readOrg = (input: Input): Promise<Extraction> => readMarkup(input, orgToHtml);

const heading = /^(\*{1,100})[ \t]{1,100}(.*)$/;
const states = /^(?:TODO|DONE|NEXT|WAITING|CANCELLED|CANCELED)[ \t]+/;
const priority = /^\[#[A-Z\d]{1,2}\][ \t]*/;
const tags = /[ \t]{1,100}:[\w@#%:]{1,200}:[ \t]{0,100}$/;
const keyword = /^[ \t]{0,100}#\+([\w-]{1,40}):[ \t]{0,100}(.*)$/;
const block = /^[ \t]*#\+begin_(\w{1,20})/i;
const drawer = /^[ \t]*:([\w-]{1,40}):[ \t]*$/;
const item = /^([ \t]{0,200})(?:[-+]|\d{1,9}[.)])[ \t]{1,100}(.*)$/;
const checkbox = /^\[[ xX-]\][ \t]+/;
const planning = /^[ \t]*(?:CLOSED|CLOCK):/;
const rule = /^[ \t]*\|[-+|: \t]*$/;

interface State {
  title: string;
  included: number;
  level: number;
}

/** Converts Org into HTML. */
export function orgToHtml(text: string): MarkedUp {
  const state: State = { title: '', included: 0, level: 0 };
  const html = blocksOf(createLines(text.split('\n')), state);
  return {
    html,
    title: state.title,
    warnings: leftOut('includes_left_out', 'Left out', { 'included file': state.included }),
  };
}

function blocksOf(lines: Lines, state: State): string {
  const html: string[] = [];
  while (!lines.isAtEnd()) html.push(blockAt(lines, state));
  return html.join('\n');
}

function blockAt(lines: Lines, state: State): string {
  const line = lines.peek();
  const head = heading.exec(line);
  if (head !== null) return headingOf(lines, head);
  if (block.test(line)) return delimited(lines, state);
  const named = keyword.exec(line);
  if (named !== null) return keywordOf(lines, named, state);
  if (drawer.test(line)) return skipDrawer(lines);
  if (item.test(line)) return listOf(lines, state);
  if (/^[ \t]*\|/.test(line)) return table(lines);
  if (/^[ \t]*: ?/.test(line))
    return codeBlock(
      lines
        .takeWhile((one) => /^[ \t]*:(?: |$)/.test(one) || (lines.peek() === one && /^[ \t]*:/.test(one)))
        .map((one) => one.replace(/^[ \t]*: ?/, '')),
    );
  if (isBlank(line) || /^[ \t]*#(?: |$)/.test(line) || planning.test(line) || /^[ \t]*-{5,}[ \t]*$/.test(line)) {
    lines.next();
    return '';
  }
  return `<p>${inline(paragraph(lines).join('\n'))}</p>`;
}

function paragraph(lines: Lines): string[] {
  const first = lines.next();
  const rest = lines.takeWhile(
    (line) =>
      !(isBlank(line) || heading.test(line) || block.test(line) || keyword.test(line) || item.test(line)) &&
      !/^[ \t]*[|:#]/.test(line),
  );
  return [first, ...rest].map((line) => line.trim());
}

function headingOf(lines: Lines, [, stars = '', rest = '']: RegExpExecArray): string {
  lines.next();
  const text = rest.replace(states, '').replace(priority, '').replace(tags, '').trim();
  if (/^COMMENT\b/.test(text)) {
    // Its tree is a comment, too.
    lines.takeWhile((line) => (heading.exec(line)?.[1]?.length ?? Number.POSITIVE_INFINITY) > stars.length);
    return '';
  }
  const level = Math.min(stars.length, 6);
  return `<h${level}>${inline(text)}</h${level}>`;
}

function keywordOf(lines: Lines, [, name = '', value = '']: RegExpExecArray, state: State): string {
  lines.next();
  if (/^title$/i.test(name)) state.title = state.title === '' ? value.trim() : `${state.title} ${value.trim()}`;
  else if (/^include$/i.test(name)) state.included += 1;
  else if (/^caption$/i.test(name)) return `<p>${inline(value)}</p>`;
  return '';
}

const blockEnd = /^[ \t]{0,100}#\+end_(\w{1,40})/i;

function delimited(lines: Lines, state: State): string {
  const kind = block.exec(lines.next())?.[1]?.toLowerCase() ?? '';
  const body = lines.takeWhile((line) => blockEnd.exec(line)?.[1]?.toLowerCase() !== kind);
  lines.next();
  if (kind === 'comment' || kind === 'export') return '';
  if (kind === 'src' || kind === 'example') return codeBlock(body);
  return deeper(body, state);
}

function skipDrawer(lines: Lines): string {
  lines.next();
  lines.takeWhile((line) => !/^[ \t]*:END:[ \t]*$/i.test(line) && !heading.test(line));
  if (/^[ \t]*:END:/i.test(lines.peek())) lines.next();
  return '';
}

function listOf(lines: Lines, state: State): string {
  const indent = indentOf(lines.peek());
  const items: string[] = [];
  const isOrdered = /^[ \t]*\d/.test(lines.peek());
  while (item.test(lines.peek()) && indentOf(lines.peek()) === indent) {
    const text = (item.exec(lines.next())?.[2] ?? '').replace(checkbox, '').replace(/ :: ?/, ': ');
    items.push(`<li>${deeper([text, ...takeIndented(lines, indent)], state)}</li>`);
    // One empty line may stand between two items.
    if (isBlank(lines.peek()) && item.test(lines.peek(1)) && indentOf(lines.peek(1)) === indent) lines.next();
  }
  const tag = isOrdered ? 'ol' : 'ul';
  return `<${tag}>${items.join('')}</${tag}>`;
}

function deeper(lines: readonly string[], state: State): string {
  if (state.level >= maxLevels) return `<p>${escapeHtml(lines.join('\n'))}</p>`;
  state.level += 1;
  const [first = '', ...rest] = lines;
  const html = blocksOf(createLines([first, ...rest]), state);
  state.level -= 1;
  return html;
}

function table(lines: Lines): string {
  const rows = lines.takeWhile((line) => /^[ \t]*\|/.test(line));
  const header = rule.test(rows[1] ?? '') ? 1 : 0;
  const cells = rows
    .filter((row) => !rule.test(row))
    .map((row) =>
      row
        .trim()
        .replace(/^\|/, '')
        .replace(/\|$/, '')
        .split('|')
        .map((cell) => inline(cell.trim())),
    );
  return tableOf(cells, header);
}

const inlines =
  /\[\[([^[\]]{1,2000})\](?:\[([^[\]]{1,1000})\])?\]|(?<=^|[\s({'"-])([*/_+=~])(?=\S)([^\n]{0,100}?\S|\S)\3(?=$|[\s)}.,;:!?'"-])|\[fn:[^\]]{0,100}\]|<<{1,2}[^<>]{1,200}>>{1,2}/gm;

/** The text of a line without its markup, in HTML. */
function inline(text: string): string {
  let html = '';
  let from = 0;
  for (const found of text.matchAll(inlines)) {
    html += escapeHtml(text.slice(from, found.index));
    from = found.index + found[0].length;
    const [, address, name, sign, content = ''] = found;
    if (address !== undefined) html += link(escapeHtml(name ?? address.replace(/^file:|^\*|^#/, '')), address);
    else if (sign !== undefined) html += '=~'.includes(sign) ? escapeHtml(content) : inline(content);
  }
  return html + escapeHtml(text.slice(from));
}
