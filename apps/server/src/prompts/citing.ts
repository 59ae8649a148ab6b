import { citationOf } from '../models/builtin/cite.ts';
import type { FoundPassage, Passage } from '../models/model.ts';
import { contentWords } from '../text/content-words.ts';
import { type Span, sentencesOf } from '../text/sentences.ts';
import { findSupportingSentences } from '../text/supporting-sentences.ts';
import { createMarkerReader, type Marked } from './markers.ts';

/** A piece of a reply: text, or a citation at its place. */
export type Piece = { readonly text: string } | { readonly citation: Passage };

/** The passages that a reply can cite, its question, and the limits of citations. */
interface CitingParts {
  /** In the order of their numbers in the prompt, which begin at 1. */
  readonly passages: readonly FoundPassage[];
  readonly question: string;
  readonly limits: { readonly citations: number; readonly gatheredCharacters: number };
}

export type Citing = ReturnType<typeof createCiting>;

/** Max characters before a marker among which its sentence is looked for. */
const claimLength = 1_000;

/**
 * Takes the markers out of a reply while it is streamed, and puts citations in their places: each quotes the part of
 * its passage that supports the sentence best. A marker of a passage that the prompt doesn't have is dropped.
 */
export function createCiting({ passages, question, limits }: CitingParts) {
  const reader = createMarkerReader();
  const left = { citations: limits.citations, characters: limits.gatheredCharacters };
  /** The end of the text so far. */
  let said = '';
  /** The keys of the citations at this place so far. */
  let here: string[] = [];
  /** True if a marker named a passage. */
  let isMarked = false;

  const cite = (passage: FoundPassage, claim: string): Piece[] => {
    const span = spanFor(passage.text, claim, question);
    if (span === undefined) return [];
    const citation = citationOf(passage, span);
    const key = `${citation.source} ${citation.chunk} ${citation.start}`;
    const size = JSON.stringify(citation).length;
    if (here.includes(key) || left.citations === 0 || size > left.characters) return [];
    here.push(key);
    left.citations -= 1;
    left.characters -= size;
    return [{ citation }];
  };

  /** The sentence that a marker follows; the question if there is no such sentence or it has no content words. */
  const claim = (): string => {
    const last = sentencesOf(said).at(-1);
    const text = last === undefined ? '' : said.slice(last.start, last.end);
    return contentWords(text).length === 0 ? question : text;
  };

  const pieceOf = (marked: Marked): Piece[] => {
    if ('numbers' in marked) {
      const named = marked.numbers.flatMap((number) => passages[number - 1] ?? []);
      isMarked ||= named.length > 0;
      const sentence = claim();
      return named.flatMap((each) => cite(each, sentence));
    }
    said = (said + marked.text).slice(-claimLength);
    if (marked.text.trim() !== '') here = [];
    return [marked];
  };

  return {
    /** Takes more of the reply, and returns the part that is certain. */
    push: (text: string): Piece[] => reader.push(text).flatMap(pieceOf),
    /** Returns the rest of a step. */
    flush: (): Piece[] => reader.flush().flatMap(pieceOf),
    /** The citations of a whole reply whose model marked no passage: of what its sentences say almost word by word. */
    supported: (reply: string): Piece[] =>
      isMarked ? [] : supportedIn(reply, passages).flatMap((each) => cite(each.passage, each.sentence)),
  };
}

/** The part of a passage that supports a sentence best, or else the question. */
function spanFor(text: string, claim: string, question: string): Span | undefined {
  const support = findSupportingSentences(text, contentWords(claim));
  const isSupported = support === undefined || support.has.size > 0;
  return (isSupported ? support : findSupportingSentences(text, contentWords(question)))?.span;
}

/** Of a reply without markers: how many sentences are looked at and cited, and what a passage must have of each. */
const unmarked = { sentences: 40, cited: 3, words: 4, share: 0.7 } as const;

/** The sentences of a reply that a passage has most words of, with the passage. */
function supportedIn(reply: string, passages: readonly FoundPassage[]) {
  const found: { readonly passage: FoundPassage; readonly sentence: string }[] = [];
  for (const { start, end } of sentencesOf(reply).slice(0, unmarked.sentences)) {
    const sentence = reply.slice(start, end);
    const words = contentWords(sentence);
    if (words.length < unmarked.words) continue;
    const support = passages.map((passage) => ({
      passage,
      has: findSupportingSentences(passage.text, words)?.has.size ?? 0,
    }));
    const [best] = support.toSorted((one, other) => other.has - one.has);
    if (best !== undefined && best.has >= unmarked.share * words.length)
      found.push({ passage: best.passage, sentence });
    if (found.length === unmarked.cited) break;
  }
  return found;
}
