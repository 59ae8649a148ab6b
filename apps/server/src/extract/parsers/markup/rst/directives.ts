import { escapeHtml } from '../../../../text/html/escape-html.ts';
import { codeBlock, dedent, isBlank } from '../blocks.ts';
import { inline } from './inline.ts';
import type { RstState } from './state.ts';
import { csvTable, listTable } from './tables.ts';

/** A directive with its parts. */
export interface Directive {
  readonly name: string;
  readonly argument: string;
  readonly options: ReadonlyMap<string, string>;
  readonly body: readonly string[];
}

const option = /^:([\w-]{1,50}):(?:\s{1,100}(.*))?$/;

/** Divides the indented lines below a directive into its options and its body. */
export function directiveOf(name: string, argument: string, indented: readonly string[]): Directive {
  const lines = dedent(indented);
  const options = new Map<string, string>();
  let at = 0;
  for (let found = option.exec(lines[at] ?? ''); found !== null; found = option.exec(lines[at] ?? '')) {
    options.set(found[1] ?? '', found[2] ?? '');
    at += 1;
  }
  const body = lines.slice(at);
  while (body.length > 0 && isBlank(body[0] ?? '')) body.shift();
  return { name: name.toLowerCase(), argument: argument.trim(), options, body };
}

const code = new Set(['code', 'code-block', 'sourcecode', 'parsed-literal', 'math', 'prompt', 'doctest', 'testcode']);
/** Directives without a text for readers. */
const unread = new Set([
  ...['toctree', 'contents', 'index', 'meta', 'raw', 'role', 'default-role', 'highlight', 'module', 'sectnum'],
  ...['currentmodule', 'py:currentmodule', 'py:module', 'tabularcolumns', 'class', 'testsetup', 'replace', 'unicode'],
  ...['default-domain', 'header', 'footer', 'target-notes', 'autosummary', 'comment', 'graphviz', 'digraph'],
]);
const included = new Set(['include', 'literalinclude', 'download']);
const pictures = new Set(['image', 'figure']);
const admonitions = new Set([
  ...['attention', 'caution', 'danger', 'error', 'hint', 'important', 'note', 'tip', 'warning', 'seealso', 'todo'],
]);
const versions: Readonly<Record<string, string>> = {
  versionadded: 'New in version',
  versionchanged: 'Changed in version',
  deprecated: 'Deprecated since version',
};

/** A directive in HTML; `blocks` converts its body. */
export function directiveHtml(
  directive: Directive,
  state: RstState,
  blocks: (lines: readonly string[]) => string,
): string {
  const { name, argument, options, body } = directive;
  const text = (words: string) => inline(words, state);
  const paragraph = (words: string) => (words === '' ? '' : `<p>${text(words)}</p>`);
  if (unread.has(name)) return '';
  if (included.has(name)) {
    state.left['included file'] += 1;
    return '';
  }
  if (pictures.has(name)) {
    state.left.picture += 1;
    return blocks(body);
  }
  if (code.has(name)) return name === 'math' ? codeBlock([argument, ...body]) : codeBlock(body);
  if (name === 'csv-table') return paragraph(argument) + csvTable(body, options, text);
  if (name === 'list-table') return paragraph(argument) + listTable(body, options, text);
  if (admonitions.has(name)) {
    const words = `${name === 'seealso' ? 'See also' : name[0]?.toUpperCase() + name.slice(1)}:`;
    return `<p>${escapeHtml(words)} ${text(argument)}</p>${blocks(body)}`;
  }
  const version = versions[name];
  if (version !== undefined) return `<p>${version} ${text(argument)}</p>${blocks(body)}`;
  return paragraph(argument) + blocks(body);
}
