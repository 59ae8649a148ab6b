import type { Message } from '../../../mail/transport.ts';
import { mailOf, paragraph, piecesOf } from '../compose.ts';
import type { Line } from '../store.ts';
import { filled, wordsIn } from '../texts.ts';
import { answerTexts } from './texts.ts';

/** An answer to compose. */
interface Answer {
  readonly to: string;
  /** The name of the chat; undefined if a mail can't show it. */
  readonly name: string | undefined;
  /** Host of the site on which the chat is. */
  readonly site: string;
  readonly language: string;
  /** An IANA name. */
  readonly timeZone: string;
  /** The messages of people, oldest first. */
  readonly lines: readonly Line[];
  /** The address at which the visitor goes on; undefined if none is known. */
  readonly link: string | undefined;
}

/** Composes the mail of what people have answered. It has no word of the visitor, whose address is not proven. */
export async function composeAnswer(answer: Answer): Promise<Message> {
  const { to, name, site, language, timeZone, lines, link } = answer;
  const own = answerTexts(language);
  const { texts, locale } = wordsIn(language);
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const pieces = [paragraph(filled(own.intro, { site }))];
  for (const line of lines) pieces.push(...(await piecesOf(line, { times, texts, name, citations: false })));
  if (link !== undefined) pieces.push(paragraph(filled(own.goOn, { url: link })));
  pieces.push(paragraph(own.unread));
  const subject = name === undefined ? own.plainSubject : filled(own.subject, { name });
  return mailOf({ to, subject, language, pieces });
}
