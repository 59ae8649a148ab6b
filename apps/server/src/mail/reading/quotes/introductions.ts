import type { MailLine } from '../mail-line.ts';
import { attributions, forwardMark, headerLabels, namedAttribution, separator } from './quote-words.ts';

/** Max characters of a line that are looked at, lines of an attribution, and lines of a header block. */
const most = { line: 1_000, attribution: 4, header: 9 } as const;

/** Lines with which a program introduces the mail that is answered. */
export interface Introduction {
  /** Number of lines. */
  readonly count: number;
  /** True for the header of the mail, such as `From:` and `Sent:`. */
  readonly isHeader: boolean;
  /** True if it names no time, so that it may be the sender's own sentence. */
  readonly isVague: boolean;
}

/** True if all that follows an introduction is repeated, even without marks. */
export const isCertain = ({ isVague }: Introduction): boolean => !isVague;

/** Marks of the direction of writing, which programs put around addresses and times. */
const directions = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\u202f]/g;

const plain = (line: MailLine | undefined): string =>
  line === undefined || line.kind !== 'own'
    ? ''
    : line.text
        .slice(0, most.line)
        .replace(directions, (sign) => (sign === '\u202f' ? ' ' : ''))
        .trim();

/** True for the line above a mail that is passed on. */
export const isForwardMark = (text: string): boolean => forwardMark.test(text.trim().slice(0, most.line));

/** Returns the introduction that begins at a line, undefined for none. */
export function introductionAt(lines: readonly MailLine[], at: number): Introduction | undefined {
  const line = plain(lines[at]);
  if (line === '') return undefined;
  if (separator.test(line)) return { count: 1 + headerLength(lines, at + 1, true), isHeader: true, isVague: false };
  const isRule = /^[_-]{10,80}$/.test(line);
  const header = headerLength(lines, isRule ? at + 1 : at, false);
  if (header > 0) return { count: header + (isRule ? 1 : 0), isHeader: true, isVague: false };
  return attributionAt(lines, at);
}

/** Returns the number of lines of the header of a mail that begins here. One that nothing announces needs more labels. */
function headerLength(lines: readonly MailLine[], from: number, isAnnounced: boolean): number {
  const start = plain(lines[from]) === '' ? from + 1 : from;
  if (labelOf(plain(lines[start])) === undefined) return 0;
  const labels = new Set<string>();
  let hasAddress = false;
  let end = start;
  for (; end < lines.length && end < start + most.header && plain(lines[end]) !== ''; end += 1) {
    const text = plain(lines[end]);
    const label = labelOf(text);
    if (label !== undefined) labels.add(label);
    hasAddress ||= text.includes('@');
  }
  if (isAnnounced) return end - from;
  const isSent = labels.has('from') && labels.has('sent');
  const isWhole = labels.has('from') && labels.has('to') && labels.has('subject');
  return (isSent && (hasAddress || labels.has('subject'))) || isWhole ? end - from : 0;
}

const labelOf = (text: string): string | undefined =>
  Object.entries(headerLabels).find(([, form]) => form.test(text.slice(0, most.line)))?.[0];

/** A day or a year, and a time of day, in any digits. */
const dated = /(?:19|20)\d\d|\p{Nd}{4}|\p{Nd}{1,2}[./-]\p{Nd}{1,2}[./-]\p{Nd}{2}/u;
const timed = /\p{Nd}{1,2}[:.٫]\p{Nd}{2}/u;

/** Returns the attribution that begins here, since programs fold it. */
function attributionAt(lines: readonly MailLine[], at: number): Introduction | undefined {
  let text = '';
  for (let count = 1; count <= most.attribution; count += 1) {
    const line = plain(lines[at + count - 1]);
    if (line === '') return undefined;
    text = `${text} ${line}`.trim();
    if (text.length > most.line) return undefined;
    const found = /[:：ঃ]$|-{2,6}$/.test(line) ? attributionIn(text) : undefined;
    if (found === undefined) continue;
    if (count > 1 && isOwnAbove(lines.slice(at + 1, at + count), found)) return undefined;
    return { count, isHeader: false, isVague: found === 'vague' };
  }
  return undefined;
}

/**
 * True if the line above some lines is the sender's: they are an attribution without it, and no vaguer one. A name is
 * above its address.
 */
function isOwnAbove(below: readonly MailLine[], found: 'certain' | 'vague'): boolean {
  if (plain(below[0]).startsWith('<')) return false;
  const attribution = attributionAt(below, 0);
  return attribution !== undefined && (!attribution.isVague || found === 'vague');
}

function attributionIn(text: string): 'certain' | 'vague' | undefined {
  if (/\p{Nd}/u.test(text.replace(/<[^<>]{1,250}>/g, ''))) {
    if (attributions.some((form) => form.test(text))) return 'certain';
    // In any language: an address, a day and a time.
    if (/[:：]$/.test(text) && text.includes('@') && dated.test(text) && timed.test(text)) return 'certain';
  }
  return namedAttribution.test(text) || attributions.some((form) => form.test(text)) ? 'vague' : undefined;
}
