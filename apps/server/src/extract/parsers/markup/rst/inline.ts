import { escapeHtml } from '../../../../text/html/escape-html.ts';
import { link } from '../html.ts';
import type { RstState } from './state.ts';

/** Code; roles and links in backticks; strong and emphasized text; substitutions; footnotes; names of links. */
const inlines =
  /``([\s\S]{1,1000}?)``|(?::[\w:.+-]{1,60}:)?`([^`]{1,1000})`(?::[\w:.+-]{1,60}:)?(__?)?|\*\*(?=\S)([^*]{1,1000}?)\*\*|\*(?=\S)([^*\n]{1,1000}?)\*|\|(?=\S)([^|\n]{1,200}?)\|_{0,2}|\[([\w#*-]{1,50})\]_|\b(\w[\w.-]{0,100}\w)__?(?![\w_])|\\([\s\S])/g;
const named = /^([\s\S]{0,1000}?)\s{0,100}<([^<>]{1,2000})>$/;

/** The text of a paragraph without its markup, in HTML. */
export function inline(text: string, state: Names): string {
  let html = '';
  let from = 0;
  for (const found of text.matchAll(inlines)) {
    html += escapeHtml(text.slice(from, found.index)) + shown(found, state);
    from = found.index + found[0].length;
  }
  return html + escapeHtml(text.slice(from));
}

type Names = Pick<RstState, 'targets' | 'substitutions'>;

function shown([whole, ...found]: RegExpExecArray, state: Names): string {
  const [code, quoted, reference, strong, emphasized, substituted, footnote, name, sign = ''] = found;
  if (quoted !== undefined) return quotedOf(quoted, reference !== undefined, state);
  if (substituted !== undefined) return escapeHtml(state.substitutions.get(substituted) ?? substituted);
  if (footnote !== undefined) return `[${escapeHtml(footnote)}]`;
  if (name === undefined) return escapeHtml(code ?? strong ?? emphasized ?? sign.trim());
  const address = state.targets.get(name.toLowerCase());
  return address === undefined ? escapeHtml(whole) : link(escapeHtml(name), address);
}

function quotedOf(quoted: string, isReference: boolean, { targets }: Pick<RstState, 'targets'>): string {
  const [, text, address] = named.exec(quoted) ?? [];
  if (address !== undefined) return link(escapeHtml(text || address), address);
  const target = isReference ? targets.get(quoted.toLowerCase()) : undefined;
  return target === undefined ? escapeHtml(quoted.replace(/^[~!]/, '')) : link(escapeHtml(quoted), target);
}
