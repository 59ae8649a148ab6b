import { escapeHtml } from '../../../../text/html/escape-html.ts';
import { codeBlock, createLines, dedent, indentOf, isBlank, type Lines, maxLevels, takeIndented } from '../blocks.ts';
import { directiveHtml, directiveOf } from './directives.ts';
import { inline } from './inline.ts';
import type { RstState } from './state.ts';
import { gridTable, isGridTable, isSimpleTable, simpleTable } from './tables.ts';

const adornment = /^([!-/:-@[-`{-~])\1{1,}\s*$/;
const item = /^(?:[-*+•]|(?:\(?(?:\d{1,9}|[a-zA-Z#]|[ivxlcIVXLC]{1,8})[.)]))\s+(?=\S)/;
const explicit = /^\.\.(?:\s+|$)/;
const directive = /^\.\.\s{1,100}(?:\|[^|]{1,200}\|\s{1,100})?([\w][\w:.+-]{0,60})\s?::\s{0,100}(.*)$/;
const footnote = /^\.\.\s{1,100}\[([^\]]{1,50})\]\s{1,100}(.*)$/;
const field = /^:((?:[^:\\]|\\.|:(?!\s)){1,100}):(?:\s+(.*))?$/;

/** Converts lines into HTML, block by block. */
export function blocksOf(lines: Lines, state: RstState): string {
  const html: string[] = [];
  while (!lines.isAtEnd()) html.push(blockAt(lines, state));
  return html.join('\n');
}

function deeper(lines: readonly string[], state: RstState): string {
  if (state.level >= maxLevels) return `<p>${escapeHtml(lines.join('\n'))}</p>`;
  state.level += 1;
  const html = blocksOf(createLines(dedent(lines)), state);
  state.level -= 1;
  return html;
}

function blockAt(lines: Lines, state: RstState): string {
  const line = lines.peek();
  const text = (words: string) => inline(words, state);
  if (isBlank(line)) {
    lines.next();
    return '';
  }
  if (isGridTable(line)) return gridTable(lines, text);
  if (isSimpleTable(line)) return simpleTable(lines, text);
  const title = titleAt(lines, state);
  if (title !== undefined) return title;
  if (indentOf(line) > 0) return deeper(takeIndented(lines, 0), state);
  if (explicit.test(line)) return explicitAt(lines, state);
  if (item.test(line)) return listAt(lines, state);
  if (/^>>> /.test(line)) return codeBlock(lines.takeWhile((one) => !isBlank(one)));
  if (/^\|(?: |$)/.test(line)) {
    return `<p>${lines
      .takeWhile((one) => /^\|(?: |$)/.test(one))
      .map((one) => text(one.slice(2)))
      .join('<br>')}</p>`;
  }
  const named = field.exec(line);
  if (named !== null) {
    lines.next();
    return `<p>${text(named[1] ?? '')}: ${text(named[2] ?? '')}</p>${deeper(takeIndented(lines, 0), state)}`;
  }
  if (line.startsWith('__ ') || adornment.test(line)) {
    lines.next();
    return '';
  }
  return paragraphAt(lines, state);
}

/** A section title, underlined or between two lines. */
function titleAt(lines: Lines, state: RstState): string | undefined {
  const [first, second, third] = [lines.peek(), lines.peek(1), lines.peek(2)];
  const isBetween = adornment.test(first) && !isBlank(second) && third.trim() === first.trim();
  const [text, line] = isBetween ? [second, third] : [first, second];
  const isUnder = !isBetween && indentOf(first) === 0 && !isBlank(first) && !adornment.test(first);
  const under = adornment.exec(line);
  if (under === null || !(isBetween || (isUnder && isLongEnough(line, text)))) return undefined;
  for (let count = isBetween ? 3 : 2; count > 0; count -= 1) lines.next();
  const style = `${under[1]}${isBetween ? ' over' : ''}`;
  if (!state.adornments.includes(style)) state.adornments.push(style);
  const level = Math.min(state.adornments.indexOf(style) + 1, 6);
  return `<h${level}>${inline(text.trim(), state)}</h${level}>`;
}

/** A line under a title is as long as the title; short ones are tolerated from four characters on. */
const isLongEnough = (line: string, text: string): boolean => line.trim().length >= Math.min(text.trim().length, 4);

/** A directive, a footnote, a target or a comment. */
function explicitAt(lines: Lines, state: RstState): string {
  const line = lines.next();
  const indented = takeIndented(lines, 0);
  const [, name, argument = ''] = directive.exec(line) ?? [];
  if (name !== undefined) {
    const begun = argument === '' || isBlank(indented[0] ?? '') || /^\s*:/.test(indented[0] ?? '');
    // An argument or a note may go on in the next line.
    const more = begun ? [] : indented.splice(0, indented.findIndex((one) => isBlank(one)) >>> 0);
    const words = [argument, ...more.map((one) => one.trim())].join(' ');
    return directiveHtml(directiveOf(name, words, indented), state, (body) => deeper(body, state));
  }
  const [, label, text = ''] = footnote.exec(line) ?? [];
  if (label === undefined) return '';
  return `<p>[${escapeHtml(label)}] ${inline([text, ...dedent(indented)].join('\n'), state)}</p>`;
}

function listAt(lines: Lines, state: RstState): string {
  const isOrdered = !/^[-*+•]/.test(lines.peek());
  const items: string[] = [];
  while (item.test(lines.peek())) {
    const line = lines.next();
    const mark = item.exec(line)?.[0] ?? '';
    const rest = takeIndented(lines, 0);
    items.push(`<li>${deeper([' '.repeat(mark.length) + line.slice(mark.length), ...rest], state)}</li>`);
    if (isBlank(lines.peek()) && item.test(lines.peek(1))) lines.next();
  }
  const tag = isOrdered ? 'ol' : 'ul';
  return `<${tag}>${items.join('')}</${tag}>`;
}

/** A paragraph, the code that it announces by `::`, or a term with its definition. */
function paragraphAt(lines: Lines, state: RstState): string {
  const taken = [lines.next()];
  taken.push(...lines.takeWhile((line) => !isBlank(line) && indentOf(line) === 0));
  const isDefinition = !isBlank(lines.peek());
  const words = taken.join('\n').trimEnd();
  if (!words.endsWith('::')) {
    const text = inline(words, state);
    if (!isDefinition) return `<p>${text}</p>`;
    return `<dl><dt>${text}</dt><dd>${deeper(takeIndented(lines, 0), state)}</dd></dl>`;
  }
  const shown = words.slice(0, -1).replace(/(?:^|\s):$/, '');
  const announced = shown === '' ? '' : `<p>${inline(shown, state)}</p>`;
  lines.takeWhile(isBlank);
  return announced + codeBlock(takeIndented(lines, 0));
}
