import type { Seen } from './visible.ts';

type Formats = Seen['formats'][number][];

/** Replaces signs that are escaped or in code while formats are looked for: private use, then the sign's code. */
const hidden = (text: string): string =>
  [...text]
    .map((sign) => (sign === '\n' ? sign : String.fromCodePoint(0xf0000 + ((sign.codePointAt(0) ?? 0) % 0xfffd))))
    .join('');
const shown = (text: string): string =>
  text.replace(/[\u{f0000}-\u{fffff}]/gu, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0xf0000));

/** Blocks of code, by Discord's own rules for its Markdown. */
const fence = /```(?:([a-z0-9_+\-.#]+?)\n)?\n*([^\n][\s\S]*?)\n*```/gi;
const spans: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['bold', /\*\*([^\n]+?)\*\*(?!\*)/g],
  ['underline', /__([^\n]+?)__(?!_)/g],
  ['italic', /_((?:__|[^_\n])+?)_(?![\p{L}\p{N}_])|\*(?=\S)([^*\n]+?)\*(?!\*)/gu],
  ['strike', /~~([^\n]+?)~~(?!_)/g],
  ['spoiler', /\|\|([^\n]+?)\|\|/g],
];

/**
 * Parses Discord's Markdown, by https://support.discord.com/hc/en-us/articles/210298617 and the patterns of its client.
 * Throws for a mention, for a block of code without an end, and for a backslash that is shown.
 */
export function parseDiscord(message: string): Seen {
  const formats: Formats = [];
  const keep = (kind: string, text: string) => {
    formats.push({ kind, text: shown(text) });
    return text;
  };
  let text = message.replace(fence, (_, _language, code: string) => hidden(keep('pre', code)));
  if (text.includes('```')) throw new Error('A block of code has no end.');
  text = text.replace(/(?<![\\`])(`+)([\s\S]*?[^`])\1(?!`)/g, (_, _ticks, code: string) => hidden(keep('code', code)));
  if (/@(?:everyone|here)|<@[!&]?\d/.test(text)) throw new Error('A mention.');
  text = text.replace(/\\([^0-9A-Za-z\s])/g, (_, sign: string) => hidden(sign));
  text = text.replace(/\[([^[\]\n]+)\]\((https?:\/\/[^\s()<>]+)\)/g, (_, label: string, address: string) => {
    if (/\\|:\/\//.test(label)) throw new Error(`Not a link: ${label}`);
    keep('link', address);
    return label;
  });
  text = text.replace(/<(https?:\/\/[^\s<>]+)>/g, (_, address: string) => hidden(keep('link', address)));
  text = text.replace(/https?:\/\/[^\s<]+/g, (address) => hidden(keep('link', address)));
  text = text.replace(/^> /gm, '').replace(/^#{1,3} (.*)$/gm, (_, heading: string) => keep('heading', heading));
  for (const [kind, pattern] of spans) {
    // No word continues where a delimiter was.
    text = text.replace(
      pattern,
      (_, first?: string, second?: string) => `\u200b${keep(kind, first ?? second ?? '')}\u200b`,
    );
  }
  const left = /[*_~`|[\]<\\]/.exec(text);
  if (left !== null)
    throw new Error(`Neither escaped nor a format: ${text.slice(Math.max(0, left.index - 20), left.index + 20)}`);
  return { text: shown(text), formats };
}
