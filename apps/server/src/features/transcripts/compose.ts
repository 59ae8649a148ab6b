import { setImmediate as breathe } from 'node:timers/promises';
import { isPlainName } from '../../mail/plain-name.ts';
import type { Message } from '../../mail/transport.ts';
import { escaped, renderMail } from '../../rendering/formats/mail.ts';
import type { Citation } from '../../schemas/message-parts.ts';
import type { Line } from './store.ts';

/** A transcript to compose. */
export interface Contents {
  readonly to: string;
  /** Title of the chat. */
  readonly title: string;
  /** Host of the site on which the chat is. */
  readonly site: string;
  /** An IANA name. */
  readonly timeZone: string;
  /** True if it names the sources of replies. */
  readonly citations: boolean;
  /** Oldest first. */
  readonly lines: readonly Line[];
  /** True if messages before the first line are left out. */
  readonly isCut: boolean;
}

/** Max sources of a reply. */
const maxSources = 20;

/** A piece of the mail, in both forms. */
interface Piece {
  readonly text: string;
  readonly html: string;
}

/** Composes the mail of a transcript, message by message, so that a long one doesn't hold up other requests. */
export async function composeTranscript(contents: Contents): Promise<Message> {
  const { to, title, site, timeZone, lines } = contents;
  const name = isPlainName(title) ? ` with ${title.trim()}` : '';
  const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const pieces = introOf(contents, name);
  for (const line of lines) {
    await breathe();
    pieces.push(...pieceOf(line, { times, ...contents }));
  }
  pieces.push(paragraph(`If you did not ask for this copy on ${site}, ignore this email.`));
  return {
    to,
    subject: `Your conversation${name}`,
    text: `${pieces.map(({ text }) => text).join('\n\n')}\n`,
    html:
      '<!doctype html>\n<html><head><meta charset="utf-8"></head><body>\n' +
      `${pieces.map(({ html }) => html).join('\n')}\n</body></html>`,
  };
}

const paragraph = (text: string): Piece => ({ text, html: `<p>${escaped(text)}</p>` });

function introOf({ site, timeZone, isCut }: Contents, name: string): Piece[] {
  const intro = `This is a copy of the conversation${name} on ${site}. Times are in ${timeZone}.`;
  const cut = 'Earlier messages are left out: a copy has at most the last 500, and fewer if they are long.';
  return [paragraph(intro), ...(isCut ? [paragraph(cut)] : [])];
}

const authors: Readonly<Record<string, string>> = { user: 'Visitor', human: 'Team' };

type Style = Pick<Contents, 'title' | 'citations'> & { readonly times: Intl.DateTimeFormat };

function pieceOf({ role, content, citations, createdAt }: Line, style: Style): Piece[] {
  const agent = isPlainName(style.title) ? style.title : 'Agent';
  const [author, time] = [authors[role] ?? agent, style.times.format(createdAt)];
  const head = {
    text: `${author}, ${time}:`,
    html: `<p><strong>${escaped(author)}</strong>, ${escaped(time)}</p>`,
  };
  const sources = style.citations ? sourcesOf(JSON.parse(citations) as Citation[]) : [];
  const { text, html } = role === 'user' ? literal(content) : markdown(content);
  return [{ text: [head.text, text, ...sources.map(plainSource)].join('\n'), html: head.html + html + list(sources) }];
}

/** The text of a visitor, as it was written. */
const literal = (content: string): Piece => ({
  text: content.trim(),
  html: `<p>${escaped(content.trim()).replaceAll('\n', '<br>')}</p>`,
});

const markdown = (content: string): Piece => {
  const parts = renderMail(content);
  return { text: parts.map(({ plain }) => plain).join('\n'), html: parts.map(({ text }) => text).join('\n') };
};

/** The documents that a reply cites, each once. */
function sourcesOf(citations: readonly Citation[]): readonly Pick<Citation, 'title' | 'url'>[] {
  const known = new Map(citations.map(({ title, url }) => [`${title} ${url}`, { title, url }]));
  return [...known.values()].slice(0, maxSources);
}

const isLink = (url: string | null): url is string => url !== null && /^https?:\/\//.test(url);

const plainSource = ({ title, url }: Pick<Citation, 'title' | 'url'>): string =>
  `Source: ${title}${isLink(url) ? ` <${url}>` : ''}`;

function list(sources: readonly Pick<Citation, 'title' | 'url'>[]): string {
  if (sources.length === 0) return '';
  const item = ({ title, url }: Pick<Citation, 'title' | 'url'>) =>
    isLink(url) ? `<a href="${escaped(url)}">${escaped(title)}</a>` : escaped(title);
  return `<ul>${sources.map((source) => `<li>Source: ${item(source)}</li>`).join('')}</ul>`;
}
