import { setImmediate as breathe } from 'node:timers/promises';
import { isPlainName } from '../../mail/plain-name.ts';
import type { Message } from '../../mail/transport.ts';
import { renderMail } from '../../rendering/formats/mail.ts';
import type { Citation } from '../../schemas/message-parts.ts';
import { escapeHtml } from '../../text/html/escape-html.ts';
import { sentenceOf } from './entry-texts.ts';
import type { EntryLine, Line } from './store.ts';
import { filled, type TranscriptTexts, wordsIn } from './texts.ts';

/** A transcript to compose. */
export interface Contents {
  readonly to: string;
  /** Title of the chat. */
  readonly title: string;
  /** Host of the site on which the chat is. */
  readonly site: string;
  /** An IANA name. */
  readonly timeZone: string;
  /** Code of the language of the mail (ISO 639-1); English for one without texts. */
  readonly language: string;
  /** True if it names the sources of replies. */
  readonly citations: boolean;
  /** Oldest first. */
  readonly lines: readonly Line[];
  /** The entries beside the messages, oldest first. */
  readonly entries: readonly EntryLine[];
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
  const { to, title, site, timeZone, lines, entries, language } = contents;
  const { texts, locale } = wordsIn(language);
  const name = isPlainName(title) ? title.trim() : undefined;
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const pieces = introOf(contents, name, texts);
  // Stable: of the same millisecond, what happened comes before the message.
  const inOrder = [...entries, ...lines].sort((one, other) => one.createdAt - other.createdAt);
  for (const each of inOrder) {
    const style = { times, texts, name, citations: contents.citations };
    pieces.push(...('role' in each ? await piecesOf(each, style) : happened(each, language, times)));
  }
  pieces.push(paragraph(filled(texts.notAsked, { site })));
  const subject = name === undefined ? texts.plainSubject : filled(texts.subject, { name });
  return mailOf({ to, subject, language, pieces });
}

/** Puts the pieces of a mail together, as text and as HTML. */
export function mailOf(
  mail: Pick<Message, 'to' | 'subject'> & { language: string; pieces: readonly Piece[] },
): Message {
  const { to, subject, language, pieces } = mail;
  const { locale, direction } = wordsIn(language);
  return {
    ...{ to, subject },
    text: `${pieces.map(({ text }) => text).join('\n\n')}\n`,
    html:
      `<!doctype html>\n<html lang="${locale}"><head><meta charset="utf-8"></head><body>\n` +
      // Readers of mail drop attributes of the body.
      `<div lang="${locale}" dir="${direction}">\n${pieces.map(({ html }) => html).join('\n')}\n</div>\n</body></html>`,
  };
}

/** A paragraph of plain text. */
export const paragraph = (text: string): Piece => ({ text, html: `<p>${escapeHtml(text)}</p>` });

function introOf({ site, timeZone, isCut }: Contents, name: string | undefined, texts: TranscriptTexts): Piece[] {
  const intro = name === undefined ? filled(texts.plainIntro, { site }) : filled(texts.intro, { name, site });
  const times = filled(texts.times, { timeZone });
  return [paragraph(`${intro} ${times}`), ...(isCut ? [paragraph(texts.cut)] : [])];
}

interface Style {
  readonly texts: TranscriptTexts;
  readonly name: string | undefined;
  readonly citations: boolean;
  readonly times: Intl.DateTimeFormat;
}

/** A message with its author and its time. */
export async function piecesOf(line: Line, { texts, name, times, ...style }: Style): Promise<Piece[]> {
  await breathe();
  const { role, content, citations, createdAt } = line;
  const authors: Readonly<Record<string, string>> = { user: texts.visitor, human: texts.team };
  const [author, time] = [authors[role] ?? name ?? texts.agent, times.format(createdAt)];
  const head = {
    text: `${author}, ${time}:`,
    html: `<p><strong>${escapeHtml(author)}</strong>, ${escapeHtml(time)}</p>`,
  };
  const sources = style.citations ? sourcesOf(JSON.parse(citations) as Citation[]) : [];
  const { text, html } = role === 'user' ? literal(content) : markdown(content);
  const plain = [head.text, text, ...sources.map((source) => filled(texts.source, { name: plainSource(source) }))];
  return [{ text: plain.join('\n'), html: `${head.html}<div dir="auto">${html}</div>${list(sources, texts)}` }];
}

/** A sentence about what happened, with its time. */
function happened(entry: EntryLine, language: string, times: Intl.DateTimeFormat): Piece[] {
  const sentence = sentenceOf(entry, language);
  if (sentence === undefined) return [];
  const text = `${times.format(entry.createdAt)}: ${sentence}`;
  return [{ text, html: `<p><em>${escapeHtml(text)}</em></p>` }];
}

/** The text of a visitor, as it was written. */
const literal = (content: string): Piece => ({
  text: content.trim(),
  html: `<p>${escapeHtml(content.trim()).replaceAll('\n', '<br>')}</p>`,
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
  `${title}${isLink(url) ? ` <${url}>` : ''}`;

function list(sources: readonly Pick<Citation, 'title' | 'url'>[], texts: TranscriptTexts): string {
  if (sources.length === 0) return '';
  const item = ({ title, url }: Pick<Citation, 'title' | 'url'>) =>
    isLink(url) ? `<a href="${escapeHtml(url)}">${escapeHtml(title)}</a>` : escapeHtml(title);
  return `<ul>${sources.map((source) => `<li>${filled(escapeHtml(texts.source), { name: item(source) })}</li>`).join('')}</ul>`;
}
