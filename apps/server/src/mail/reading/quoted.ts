import { attributions, outlookFrom, outlookSent, separator, subjects, telephone } from './quote-words.ts';

/** Max lines that are looked at, and characters of one that is looked at. */
const most = { lines: 5_000, line: 1_000, attribution: 3, header: 6, signature: 15 } as const;

/** Data of a mail besides its text. */
interface Quoting {
  readonly subject: string;
  /** True if its headers name a mail that it answers. */
  readonly isAnswer: boolean;
}

/**
 * Removes the text that a mail repeats: lines that begin with `>`, the line above them, the header block of Outlook and
 * all below, and a signature. A forwarded mail keeps everything; so does a mail that would be empty otherwise.
 */
export function withoutQuotes(text: string, { subject, isAnswer }: Quoting): string {
  const whole = text.replace(/\r\n?/g, '\n').trim();
  if (subjects.passedOn.test(subject)) return whole;
  const lines = whole
    .split('\n')
    .slice(0, most.lines)
    .map((line) => line.trimEnd());
  const cut = withoutSignature(withoutHistory(lines, isAnswer || subjects.answer.test(subject)));
  const left = cut
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return left === '' ? whole : left;
}

function withoutHistory(lines: readonly string[], isAnswer: boolean): string[] {
  const kept: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const next = afterQuote(lines, at, isAnswer);
    if (next === at) kept.push(lines[at] ?? '');
    at = next === at ? at + 1 : next;
  }
  while (/^_{10,80}$/.test(kept.at(-1)?.trim() ?? ' ') || kept.at(-1)?.trim() === '') kept.pop();
  return kept;
}

/** Returns the index of the line after the quote that begins at a line; the line itself if no quote begins there. */
function afterQuote(lines: readonly string[], at: number, isAnswer: boolean): number {
  if (separator.test(lines[at]?.trim() ?? '') || isOutlookHeader(lines, at)) return lines.length;
  const attribution = attributionAt(lines, at);
  if (attribution === 0 && !isAnswer) return at;
  let end = attribution === 0 ? at : nextText(lines, at + attribution);
  // The quote below an attribution has no marks, as in HTML.
  if (!isQuoted(lines[end])) return attribution === 0 ? at : lines.length;
  while (end < lines.length && (isQuoted(lines[end]) || isGap(lines, end))) end += 1;
  return end;
}

const isQuoted = (line: string | undefined): boolean => line !== undefined && /^\s{0,3}>/.test(line);

/** True if an empty line is between two quoted lines. */
const isGap = (lines: readonly string[], at: number): boolean => lines[at]?.trim() === '' && isQuoted(lines[at + 1]);

function nextText(lines: readonly string[], from: number): number {
  for (let at = from; at < lines.length && at < from + 3; at += 1) if (lines[at]?.trim() !== '') return at;
  return from;
}

/** Returns the number of lines of the attribution that begins here, since programs fold it; 0 for no attribution. */
function attributionAt(lines: readonly string[], at: number): number {
  let text = '';
  for (let count = 1; count <= most.attribution; count += 1) {
    const line = lines[at + count - 1]?.trim() ?? '';
    if (line === '' || isQuoted(line)) return 0;
    text = `${text} ${line}`.trim();
    if (text.length > most.line) return 0;
    if (/[:：]$/.test(line) && attributions.some((form) => form.test(text))) return count;
  }
  return 0;
}

function isOutlookHeader(lines: readonly string[], at: number): boolean {
  if (!outlookFrom.test((lines[at] ?? '').slice(0, most.line))) return false;
  return lines.slice(at + 1, at + most.header).some((line) => outlookSent.test(line.slice(0, most.line)));
}

/** Cuts from `-- ` on (RFC 3676, section 4.3), also without its space if little follows; and what a telephone adds. */
function withoutSignature(lines: readonly string[]): string[] {
  const at = lines.findIndex((line, index) => line.trim() === '--' && lines.length - index <= most.signature);
  const kept = at === -1 ? [...lines] : lines.slice(0, at);
  while (kept.at(-1)?.trim() === '') kept.pop();
  if (telephone.test(kept.at(-1) ?? '')) kept.pop();
  return kept;
}
