import type { Asked, Language, Passage } from '../hard-set.ts';

/** Passages that each system is asked for. */
export const top = 10;

/** Candidates of each ranking that is fused. */
export const pool = 100;

/** A system that finds passages. */
export interface System {
  readonly name: string;
  /** Indexes passages of one language, or of several if the language is undefined. */
  open(passages: readonly Passage[], language: Language | undefined): Promise<Opened>;
}

/** A system with its index. */
export interface Opened {
  /** Returns the indices of the best passages, best first. */
  search(question: Asked): readonly number[] | Promise<readonly number[]>;
  /** Size of the index without the texts, in bytes: on disk, or as it is saved. */
  readonly bytes: number;
  /** CPU time so far of processes beside this one, in ms. */
  cpuBeside?(): Promise<number>;
  close(): void | Promise<void>;
}

/** The words above a passage, which each system indexes beside its text. */
export const above = ({ title, headings }: Passage): string => [...new Set([title, ...headings])].join('\n');

/** The words of a text, in scripts without spaces too. */
export const wordsOf = (text: string): string[] =>
  [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
