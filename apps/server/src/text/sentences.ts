/** A part of a text: from `start` up to `end`, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Max characters that are cut into sentences; the rest is one sentence. */
const most = 20_000;

/** A line shorter than this ends on purpose; a longer one without an end was wrapped. */
const wrapped = 40;

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });

/** Ends in an abbreviation, an initial or the number of a day, after which no sentence begins. */
const abbreviated =
  /(?:(?:^|[\s(])(?:\p{L}|\p{L}(?:\.\p{L}){1,3}|dr|mr|mrs|ms|mme|prof|st|str|no|nr|tel|art|abs|bzw|ca|ggf|evtl|inkl|zzgl|max|vs|approx|env|fig|inc|г|ул|им|тел|руб|т\.е)|\b(?:am|vom|zum|ab|bis|der|den|seit) \d{1,2})\.\s*$/iu;

/** The number of an item in a list, which is no sentence. */
const numbering = /^\s{0,20}\d{1,3}[.)][ \t]*$/;

/** In scripts whose sentences have no end mark, a space between two of their letters. */
const clauseEnd =
  /(?<=[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]) +(?=[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])/gu;

/** Min characters of a clause. */
const shortest = 20;

/** The sentences of a text in order, without the white space around them. Headings and items of lists are sentences. */
export function sentencesOf(text: string): Span[] {
  const found: Span[] = [];
  let start = 0;
  const add = (end: number) => {
    for (const span of clausesOf(text, { start, end })) found.push(span);
    start = end;
  };
  for (const { segment, index } of sentences.segment(withoutAddresses(unwrapped(text.slice(0, most))))) {
    const end = index + segment.length;
    if (segment.endsWith('\n') || !(abbreviated.test(segment) || numbering.test(segment))) add(end);
  }
  if (start < text.length) add(text.length);
  return found;
}

/** The address of a link, `](https://…)`, or one that stands by itself. */
const address = /(?<=\]\()[^\s()]{1,500}(?=\))|https?:\/\/[^\s()<>"]{1,500}(?=[\s).,;:!?])/g;

/** The text with letters in place of the signs of addresses, in which no sentence ends: as long as it was. */
const withoutAddresses = (text: string): string =>
  text.includes('://') || text.includes('](') ? text.replace(address, (found) => 'x'.repeat(found.length)) : text;

/** The text with spaces in place of the line breaks within its sentences: as long as it was. */
export function unwrapped(text: string): string {
  let from = 0;
  return text.replace(/\n/g, (_, at: number) => {
    const line = text.slice(from, at).trimEnd();
    from = at + 1;
    const isWithin = line.length >= wrapped && !/[.!?:;。！？…]["'”’»)]?$/.test(line);
    return isWithin && /^[\p{Ll}\p{Lo}(]/u.test(text.slice(from, from + 2)) ? ' ' : '\n';
  });
}

function* clausesOf(text: string, { start, end }: Span): Generator<Span> {
  let from = start;
  const part = text.slice(start, end);
  for (const { 0: space, index } of part.matchAll(clauseEnd)) {
    const at = start + index;
    if (at - from < shortest) continue;
    yield* trimmed(text, { start: from, end: at });
    from = at + space.length;
  }
  yield* trimmed(text, { start: from, end });
}

function* trimmed(text: string, { start, end }: Span): Generator<Span> {
  const part = text.slice(start, end);
  const inner = part.trim();
  if (inner === '') return;
  const from = start + (part.length - part.trimStart().length);
  yield { start: from, end: from + inner.length };
}
