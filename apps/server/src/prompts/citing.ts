import { createJudge } from '../grounding/judge.ts';
import { citationOf } from '../models/builtin/cite.ts';
import type { FoundPassage, Passage } from '../models/model.ts';
import { contentWords } from '../text/content-words.ts';
import { type Span, sentencesOf } from '../text/sentences.ts';
import { findSupportingSentences } from '../text/supporting-sentences.ts';
import { createMarkerReader, type Marked } from './markers.ts';

/** A piece of a reply: text, or a citation at its place. */
export type Piece = { readonly text: string } | { readonly citation: Passage };

/** The passages that a reply can cite, its question, and the limits of citations. */
export interface CitingParts {
  /** In the order of their numbers in the prompt, which begin at 1. */
  readonly passages: readonly FoundPassage[];
  readonly question: string;
  readonly limits: { readonly citations: number; readonly gatheredCharacters: number };
}

/** Makes citations of what a model writes, while it writes. */
export interface Citing {
  /** Reads the passages in turns of the event loop: before the first text, or that reads them at once. */
  prepare(): Promise<void>;
  /** Takes more of the reply, and returns the part that is certain. */
  push(text: string): Piece[];
  /** Returns the rest of a step. Throws only if the reply is stopped. */
  flush(): Piece[] | Promise<Piece[]>;
  /** Returns what follows a whole reply. */
  finish(reply: string): Piece[];
  /** True if nothing that a model could write would be shown. */
  readonly isClosed: boolean;
}

/** Max characters before a marker among which its sentence is looked for. */
const claimLength = 1_000;

/** Creates citations within the limits of a reply; at one place of the reply, each place of a source once. */
export function createCitations(limits: CitingParts['limits']) {
  const left = { citations: limits.citations, characters: limits.gatheredCharacters };
  let here: string[] = [];
  return {
    /** The citation of a part of a passage; none if there is no room, or it was cited at this place. */
    cite: (passage: FoundPassage, span: Span): Piece[] => {
      const citation = citationOf(passage, span);
      const key = `${citation.source} ${citation.chunk} ${citation.start}`;
      const size = JSON.stringify(citation).length;
      if (here.includes(key) || left.citations === 0 || size > left.characters) return [];
      here.push(key);
      left.citations -= 1;
      left.characters -= size;
      return [{ citation }];
    },
    /** The text went on: another place begins. */
    moveOn: (): void => {
      here = [];
    },
  };
}

/**
 * Takes the markers out of a reply while it is streamed, and puts citations in their places: each quotes the part of
 * its passage that supports the sentence. A marker is dropped if the prompt doesn't have its passage, or if that
 * doesn't support the sentence.
 */
export function createCiting({ passages, question, limits }: CitingParts) {
  const reader = createMarkerReader();
  const { judge, prepare } = createJudge(passages, question);
  const { cite, moveOn } = createCitations(limits);
  /** The end of the text so far. */
  let said = '';
  /** True if a marker named a passage. */
  let isMarked = false;

  /** The citations of passages that a marker names, for the sentence that it follows. */
  const citedAt = (named: readonly FoundPassage[]): Piece[] => {
    const last = sentencesOf(said).at(-1);
    const judgement = judge(last === undefined ? '' : said.slice(last.start, last.end), named);
    if (judgement === 'no claim') return named.flatMap((each) => citedFor(each));
    return judgement.flatMap(({ passage, span }) => (named.includes(passage) ? cite(passage, span) : []));
  };

  /** The part of a passage that is about the question: for a marker after words that claim nothing, such as "Yes". */
  const citedFor = (passage: FoundPassage): Piece[] => {
    const support = findSupportingSentences(passage.text, contentWords(question));
    return support === undefined ? [] : cite(passage, support.span);
  };

  const pieceOf = (marked: Marked): Piece[] => {
    if ('numbers' in marked) {
      const named = marked.numbers.flatMap((number) => passages[number - 1] ?? []);
      isMarked ||= named.length > 0;
      return citedAt(named);
    }
    said = (said + marked.text).slice(-claimLength);
    if (marked.text.trim() !== '') moveOn();
    return [marked];
  };

  return {
    push: (text: string): Piece[] => reader.push(text).flatMap(pieceOf),
    flush: (): Piece[] => reader.flush().flatMap(pieceOf),
    /** The citations of a whole reply whose model marked no passage, for its first sentences that passages support. */
    finish: (reply: string): Piece[] => {
      if (isMarked) return [];
      const found: Piece[] = [];
      for (const { start, end } of sentencesOf(reply).slice(0, unmarked.sentences)) {
        const sentence = reply.slice(start, end);
        if (contentWords(sentence).length < unmarked.words) continue;
        const judgement = judge(sentence, []);
        if (judgement !== 'no claim') found.push(...judgement.flatMap(({ passage, span }) => cite(passage, span)));
        if (found.length >= unmarked.cited) break;
      }
      return found;
    },
    prepare,
    isClosed: false,
  };
}

/** Of a reply without markers: how many sentences are looked at and cited, and the content words that each must have. */
const unmarked = { sentences: 40, cited: 3, words: 3 } as const;
