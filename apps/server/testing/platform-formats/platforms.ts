import { renderDiscord } from '../../src/rendering/formats/discord.ts';
import { renderMail } from '../../src/rendering/formats/mail.ts';
import { renderSlack } from '../../src/rendering/formats/slack.ts';
import { renderTelegram } from '../../src/rendering/formats/telegram.ts';
import { renderWhatsapp } from '../../src/rendering/formats/whatsapp.ts';
import type { Part } from '../../src/rendering/message-part.ts';
import { parseDiscord } from './discord.ts';
import { parseMail } from './mail.ts';
import { parseSlack } from './slack.ts';
import { nestingProblem, parseTelegramHtml } from './telegram.ts';
import { lettersOf, missingIn, type Seen } from './visible.ts';
import { parseWhatsapp } from './whatsapp.ts';

/** A compiler with a parser of its platform's format. */
export interface Platform {
  readonly name: string;
  readonly render: (markdown: string) => readonly Part[];
  /** Throws if the platform refuses the text or would show another text than intended. */
  readonly parse: (text: string) => Seen;
  /** Max UTF-16 units of a part as the platform counts them. */
  readonly limit: number;
}

function parseTelegram(html: string): Seen {
  const { text, entities } = parseTelegramHtml(html);
  const problem = nestingProblem(entities);
  if (problem !== undefined) throw new Error(problem);
  const formats = entities.map(({ type, offset, length, url }) => {
    return type === 'text_link'
      ? { kind: 'link', text: url ?? '' }
      : { kind: type, text: text.slice(offset, offset + length) };
  });
  return { text, formats };
}

export const platforms: readonly Platform[] = [
  { name: 'Telegram', render: renderTelegram, parse: parseTelegram, limit: 4_096 },
  { name: 'Slack', render: renderSlack, parse: parseSlack, limit: 4_000 },
  { name: 'Discord', render: renderDiscord, parse: parseDiscord, limit: 2_000 },
  { name: 'WhatsApp', render: renderWhatsapp, parse: parseWhatsapp, limit: 4_096 },
  { name: 'mail', render: renderMail, parse: parseMail, limit: Number.POSITIVE_INFINITY },
];

/** Returns the problems with the parts of a message, by the rules that hold for each message. */
export function problemsOf(platform: Platform, markdown: string, expected: string): string[] {
  const parts = platform.render(markdown);
  const read = parts.map((part) => readPart(platform, part));
  const seen = read.map(({ text }) => text).join('\n');
  const plain = parts.map((part) => part.plain).join('\n');
  const isSame = JSON.stringify(platform.render(markdown)) === JSON.stringify(parts);
  return [
    ...read.flatMap(({ problems }) => problems),
    ...lacks('text', seen, expected),
    ...lacks('plain text', plain, expected),
    ...(isSame ? [] : ['other parts the second time']),
  ];
}

function lacks(what: string, text: string, expected: string): string[] {
  const missing = missingIn(lettersOf(text), lettersOf(expected));
  return missing === undefined ? [] : [`${what} lacks ${missing}`];
}

function readPart({ parse, limit, name }: Platform, { text, plain }: Part): { text: string; problems: string[] } {
  const problems: string[] = [];
  if (!text.isWellFormed() || !plain.isWellFormed()) problems.push('half a character');
  if (plain.trim() === '') problems.push('a blank part');
  try {
    const read = parse(text).text;
    const size = name === 'Telegram' ? read.length : text.length;
    if (size > limit || plain.length > limit) problems.push(`${size} and ${plain.length} characters`);
    return { text: read, problems };
  } catch (error) {
    return { text: '', problems: [...problems, (error as Error).message] };
  }
}
