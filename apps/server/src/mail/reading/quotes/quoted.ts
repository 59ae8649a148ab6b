import { type MailLine, plainLines, textOfLines } from '../mail-line.ts';
import { introductionAt, isCertain, isForwardMark } from './introductions.ts';
import { telephone } from './quote-words.ts';
import { withoutOpenPgp } from './without-openpgp.ts';

/** Max lines that are looked at. */
const maxLines = 5_000;

/** The relation of a mail to others. */
export type MailRole =
  /** It begins a thread, or gives others' words as its content: nothing is repeated that was read before. */
  | 'first'
  /** It answers a mail of the thread. */
  | 'reply'
  /** It passes a mail on, which is its content. */
  | 'forward';

/**
 * Returns the text that the sender of a mail has written. Of a reply, what it repeats is removed: quoted lines, the
 * line above them, the header block of Outlook and all below, and a signature. Quotes between answers stay, with their
 * marks. Of a first mail only the signature is removed, of a forwarded one nothing. A reply that would be empty is
 * returned whole.
 */
export function ownText(all: readonly MailLine[], role: MailRole): string {
  const lines = withoutOpenPgp(all.slice(0, maxLines)).map(({ text, kind }) => ({ text: cleanEnd(text), kind }));
  const whole = tidy(role === 'forward' ? withForwardMark(lines) : lines);
  if (role === 'forward') return whole;
  const left = tidy(role === 'reply' ? withoutAdditions(withoutHistory(lines)) : withoutSignature(lines));
  return left === '' ? whole : left;
}

/** The same for a plain text. */
export const ownTextOf = (text: string, role: MailRole): string => ownText(plainLines(text), role);

/** A line without white space at its end, except that of `-- ` (RFC 3676, section 4.3). */
const cleanEnd = (line: string): string => (/^--[ \u00a0]\s{0,9}$/.test(line) ? '-- ' : line.trimEnd());

const tidy = (lines: readonly MailLine[]): string =>
  textOfLines(lines)
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Writes a line above the header of a mail that is passed on, unless its program has. */
function withForwardMark(lines: readonly MailLine[]): readonly MailLine[] {
  if (lines.some(({ text }) => isForwardMark(text))) return lines;
  const at = lines.findIndex((_, index) => introductionAt(lines, index)?.isHeader === true);
  if (at === -1) return lines;
  return [...lines.slice(0, at), { text: '[Forwarded mail]', kind: 'own' }, ...lines.slice(at)];
}

/** A stretch of lines: written by the sender, or repeated. */
interface Stretch {
  readonly isOwn: boolean;
  readonly lines: MailLine[];
}

/** Removes what is repeated. Of a mail with answers between quotes, the quotes that have an answer below stay. */
function withoutHistory(lines: readonly MailLine[]): readonly MailLine[] {
  const stretches = stretchesOf(lines).filter(
    ({ isOwn, lines: of }) => !isOwn || of.some(({ text }) => /[\p{L}\p{N}\p{S}]/u.test(text)),
  );
  const quotes = stretches.filter(({ isOwn, lines: of }) => !isOwn && of.some(({ kind }) => kind === 'quote'));
  const lastOwn = stretches.findLastIndex(({ isOwn }) => isOwn);
  const isInterleaved = quotes.length > 1 && stretches.slice(0, lastOwn).some((one) => one === quotes[0]);
  return stretches.flatMap(({ isOwn, lines: of }, index) => {
    if (isOwn) return index === 0 ? of : [blank, ...of];
    return isInterleaved && index < lastOwn ? [blank, ...of.filter(({ kind }) => kind === 'quote')] : [];
  });
}

const blank: MailLine = { text: '', kind: 'own' };

function stretchesOf(lines: readonly MailLine[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  const add = (line: MailLine, isOwn: boolean) => {
    if (stretches.at(-1)?.isOwn !== isOwn) stretches.push({ isOwn, lines: [] });
    stretches.at(-1)?.lines.push(line);
  };
  for (let at = 0; at < lines.length; ) {
    const end = introducedEnd(lines, at);
    const line = lines[at] ?? blank;
    // An empty line between two repeated ones belongs to them.
    const isGap = line.text === '' && stretches.at(-1)?.isOwn === false && isRepeated(lines[at + 1]);
    const isQuoted = stretches.at(-1)?.lines.at(-1)?.kind === 'quote';
    if (end > at) for (const one of lines.slice(at, end)) add(asRepeated(one), false);
    else if (isGap) add({ text: '>', kind: isQuoted ? 'quote' : 'cited' }, false);
    else add(line, !isRepeated(line));
    at = Math.max(end, at + 1);
  }
  return stretches;
}

const asRepeated = (line: MailLine): MailLine => (isRepeated(line) ? line : { ...line, kind: 'cited' });

/** Returns where the text ends that is introduced from a line on; the line itself if it introduces nothing. */
function introducedEnd(lines: readonly MailLine[], at: number): number {
  const introduction = introductionAt(lines, at);
  if (introduction === undefined) return at;
  const from = at + introduction.count;
  const end = repeatedEnd(lines, from, isCertain(introduction));
  return end === from && !isCertain(introduction) ? at : end;
}

const isRepeated = (line: MailLine | undefined): boolean => line?.kind === 'quote' || line?.kind === 'cited';

/**
 * Returns where the text ends that an introduction introduces: the marked lines below it; all that follows if it has no
 * marks, as in converted HTML, and the introduction is certain.
 */
function repeatedEnd(lines: readonly MailLine[], from: number, isSure: boolean): number {
  let at = from;
  while (at < lines.length && at < from + 3 && lines[at]?.text === '') at += 1;
  if (!isRepeated(lines[at])) return isSure ? lines.length : from;
  while (at < lines.length && (isRepeated(lines[at]) || (lines[at]?.text === '' && isRepeated(lines[at + 1])))) at += 1;
  return at;
}

/** Removes the signature, and lines that telephones and lists add. */
function withoutAdditions(lines: readonly MailLine[]): readonly MailLine[] {
  const kept = [...withoutSignature(lines.filter(({ kind }) => kind !== 'signature'))];
  const isAddition = (text: string): boolean => text === '' || telephone.test(text) || /^[_-]{10,80}$/.test(text);
  while (kept.length > 0 && isAddition(kept.at(-1)?.text.trim() ?? '')) kept.pop();
  return kept;
}

/**
 * Removes the signature: from the line `-- ` on (RFC 3676, section 4.3), up to a mail that is repeated below. A line
 * `--` without its space separates the parts of a text.
 */
function withoutSignature(lines: readonly MailLine[]): readonly MailLine[] {
  const at = lines.findIndex(({ text }) => text === '-- ');
  if (at === -1) return lines;
  const below = lines.findIndex(
    ({ text, kind }, index) =>
      index > at && (kind !== 'own' || isForwardMark(text) || introductionAt(lines, index) !== undefined),
  );
  return [...lines.slice(0, at), ...(below === -1 ? [] : [blank, ...lines.slice(below)])];
}
