import { escaped, link } from '../html.ts';
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
    html += escaped(text.slice(from, found.index)) + shown(found, state);
    from = found.index + found[0].length;
  }
  return html + escaped(text.slice(from));
}

type Names = Pick<RstState, 'targets' | 'substitutions'>;

function shown([whole, ...found]: RegExpExecArray, state: Names): string {
  const [code, quoted, reference, strong, emphasized, substituted, footnote, name, sign = ''] = found;
  if (quoted !== undefined) return quotedOf(quoted, reference !== undefined, state);
  if (substituted !== undefined) return escaped(state.substitutions.get(substituted) ?? substituted);
  if (footnote !== undefined) return `[${escaped(footnote)}]`;
  if (name === undefined) return escaped(code ?? strong ?? emphasized ?? sign.trim());
  const address = state.targets.get(name.toLowerCase());
  return address === undefined ? escaped(whole) : link(escaped(name), address);
}

function quotedOf(quoted: string, isReference: boolean, { targets }: Pick<RstState, 'targets'>): string {
  const [, text, address] = named.exec(quoted) ?? [];
  if (address !== undefined) return link(escaped(text || address), address);
  const target = isReference ? targets.get(quoted.toLowerCase()) : undefined;
  return target === undefined ? escaped(quoted.replace(/^[~!]/, '')) : link(escaped(quoted), target);
}
