import { endTag, reference, refuse, refuseEnd, startTag } from './telegram-tags.ts';

/** A part of a text with a format, as in Telegram's `MessageEntity`; offset and length in UTF-16 units. */
export interface TelegramEntity {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
  readonly language?: string;
}

interface Open {
  readonly name: string;
  readonly argument: string;
  readonly offset: number;
}

const types: Readonly<Record<string, string>> = {
  ...{ b: 'bold', strong: 'bold', i: 'italic', em: 'italic', u: 'underline', ins: 'underline' },
  ...{ s: 'strikethrough', strike: 'strikethrough', del: 'strikethrough', 'tg-spoiler': 'spoiler', span: 'spoiler' },
};

/**
 * Parses a text with `parse_mode: 'HTML'`, by the rules of tdlib's `parse_html` (td/telegram/MessageEntity.cpp).
 * Throws an `Error` with Telegram's description if Telegram refuses the text.
 */
export function parseTelegramHtml(html: string): { readonly text: string; readonly entities: TelegramEntity[] } {
  if (!html.isWellFormed()) throw new Error('Bad Request: strings must be encoded in UTF-8');
  const open: Open[] = [];
  const entities: TelegramEntity[] = [];
  let text = '';
  for (let at = 0; at < html.length; ) {
    const sign = html.charAt(at);
    const found = sign === '&' ? reference(html, at) : undefined;
    if (sign !== '<') {
      text += found?.character ?? sign;
      at = found?.end ?? at + 1;
    } else at = tag(html, at, { open, entities, text });
  }
  const left = open.at(-1);
  if (left !== undefined) refuse(`Can't find end tag corresponding to start tag "${left.name}"`);
  if (!text.isWellFormed()) {
    const what = 'Text contains invalid Unicode characters after decoding HTML entities';
    refuse(`${what}, check for unmatched surrogate code units`);
  }
  return { text, entities: entities.sort(byPlace) };
}

interface State {
  readonly open: Open[];
  readonly entities: TelegramEntity[];
  readonly text: string;
}

/** Reads the tag at `at`, and returns where it ends. */
function tag(html: string, at: number, { open, entities, text }: State): number {
  if (html.charAt(at + 1) !== '/') {
    const { name, argument, end } = startTag(html, at);
    open.push({ name, argument, offset: text.length });
    return end;
  }
  const last = open.pop() ?? refuseEnd(html, at);
  const end = endTag(html, at, last.name);
  if (text.length > last.offset) close(last, text, entities);
  return end;
}

function close({ name, argument, offset }: Open, text: string, entities: TelegramEntity[]): void {
  const span = { offset, length: text.length - offset };
  if (name === 'a') entities.push(...linkOf(argument === '' ? text.slice(offset) : argument, span));
  else if (name === 'pre') entities.push({ type: 'pre', ...span, ...languageOf(entities, span) });
  else if (name === 'code') entities.push({ type: 'code', ...span, ...(argument !== '' && { language: argument }) });
  else if (name === 'blockquote') entities.push({ type: argument === '' ? name : 'expandable_blockquote', ...span });
  else if (name === 'tg-emoji') entities.push({ type: emojiType(argument), ...span });
  else entities.push({ type: types[name] ?? name, ...span });
}

type Span = Pick<TelegramEntity, 'offset' | 'length'>;

function linkOf(target: string, span: Span): TelegramEntity[] {
  const url = checkedLink(target);
  return url === undefined ? [] : [{ type: 'text_link', ...span, url }];
}

/** The language of `<pre><code class="language-…">`: the two tags are one entity. */
function languageOf(entities: TelegramEntity[], { offset, length }: Span): { language?: string } {
  const last = entities.at(-1);
  if (last?.type !== 'code' || last.offset !== offset || last.length !== length) return {};
  if (last.language === undefined) return {};
  entities.pop();
  return { language: last.language };
}

function emojiType(id: string): string {
  if (!/^[1-9]\d{0,18}$/.test(id)) throw new Error('Bad Request: invalid custom emoji identifier specified');
  return 'custom_emoji';
}

/** Of two entities at the same place, tdlib sorts the one first that may contain the other. */
const byPlace = (a: TelegramEntity, b: TelegramEntity) =>
  a.offset - b.offset || b.length - a.length || order.indexOf(a.type) - order.indexOf(b.type);
const order = [
  'blockquote',
  'expandable_blockquote',
  'pre',
  'code',
  'text_link',
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'spoiler',
];

/** Telegram links what has a host with a dot or one of its own schemes; anything else is text. */
function checkedLink(url: string): string | undefined {
  if (/^(?:tg|ton|tonsite):./i.test(url)) return url;
  const address = /^https?:\/\//i.test(url) ? url : `http://${url}`;
  if (!URL.canParse(address)) return undefined;
  return new URL(address).hostname.includes('.') ? address : undefined;
}

/**
 * Returns the violation of the documented rules of nesting (https://core.telegram.org/bots/api#formatting-options);
 * undefined if the entities follow them. Telegram drops entities that break them without a word.
 */
export function nestingProblem(entities: readonly TelegramEntity[]): string | undefined {
  const open: TelegramEntity[] = [];
  for (const entity of entities) {
    while (open.length > 0 && endOf(open.at(-1)) <= entity.offset) open.pop();
    const problem = open.map((outer) => conflict(outer, entity)).find((found) => found !== undefined);
    if (problem !== undefined) return problem;
    open.push(entity);
  }
  return undefined;
}

const endOf = (entity: TelegramEntity | undefined) => (entity === undefined ? 0 : entity.offset + entity.length);

/** Families that each family may contain; code contains nothing. */
const contents = { quote: ['style', 'link', 'code'], style: ['style', 'link'], link: ['style', 'link'], code: [''] };

function conflict(outer: TelegramEntity, inner: TelegramEntity): string | undefined {
  if (endOf(outer) < endOf(inner)) return `${outer.type} and ${inner.type} overlap`;
  const isAllowed = outer.type !== inner.type && contents[familyOf(outer)].includes(familyOf(inner));
  return isAllowed ? undefined : `${inner.type} in ${outer.type}`;
}

function familyOf({ type }: TelegramEntity): keyof typeof contents {
  if (type.endsWith('blockquote')) return 'quote';
  if (['bold', 'italic', 'underline', 'strikethrough', 'spoiler'].includes(type)) return 'style';
  return type === 'text_link' ? 'link' : 'code';
}
