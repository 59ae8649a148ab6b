import type { FoundPassage } from '../models/model.ts';
import { contentWords, wordFinder } from '../text/content-words.ts';
import type { Span } from '../text/sentences.ts';
import { allows } from './objections.ts';
import { readStatement, tellingWords } from './statement.ts';
import { createGrounds, isTooLong, readClaim } from './support.ts';
import type { Window } from './windows.ts';

/** A passage, and the part of it that supports a claim. */
export interface Supported {
  readonly passage: FoundPassage;
  readonly span: Span;
}

/** A sentence of a passage that can support claims. */
export interface GroundSentence extends Supported {
  /** The sentence alone, then together with the one that it refers to. */
  readonly windows: readonly Window[];
}

/** The judgement of a sentence: what supports it; or that it claims nothing, such as "Sure!". */
export type Judgement = readonly Supported[] | 'no claim';

/** The marks of Markdown: emphasis, those of headings, quotes and lists, and the addresses of links. */
const markup = /[*_`~]{1,3}|^\s{0,12}(?:#{1,6}|>|[-+•])\s+|^\s{0,12}\d{1,3}[.)]\s+|\]\((?=[^()\s]{1,500}\))/gmu;

/** The text of a sentence without its Markdown. */
export const plainText = (sentence: string): string => sentence.replace(markup, ' ').trim();

/** An answer that leaves it to the next sentence to say something. */
const interjection =
  /^(?:sure|certainly|of course|absolutely|gerne?|natürlich|klar|selbstverständlich|bien sûr|certainement|claro|por supuesto|claro que sí|com certeza|certo|certamente|natuurlijk|oczywiście|конечно|当然|もちろん(?:です)?)[\s,.!。！]*$/iu;

/** A line that leads to others and has a verb is a sentence, unless it only points to them. */
const verb =
  /(?<![\p{L}\p{M}])(?:is|are|was|were|has|have|can|will|may|must|does|do|ist|sind|war|hat|haben|kann|können|wird|werden|muss|est|sont|a|ont|peut|peuvent|es|son|está|están|tiene|puede|pueden|é|são|è|sono|può|ha|является|есть|можно)(?![\p{L}\p{M}])|です|ます|是|有/iu;
const pointing =
  /^(?:here (?:is|are)|these are|this is|hier (?:ist|sind)|das sind|voici|estos son|estas son|ecco|aqui está|aqui estão|вот)(?![\p{L}])/iu;

/** Min telling words and figures of each part of a sentence that is judged in parts. */
const minPart = 2;

/** Judges the sentences of a reply by passages, with the rules of this folder. */
export function createJudge(passages: readonly FoundPassage[], question: string) {
  const asked = contentWords(question);
  const grounds = new Map(
    passages.map((passage) => {
      const { text, title, headings, url } = passage;
      const above = [title, ...headings, ...(url === null ? [] : [url])];
      return [passage, createGrounds({ text, above })] as const;
    }),
  );

  let sentences: readonly GroundSentence[] | undefined;
  /** The sentences of the passages that can support claims, in the order of the passages. */
  const allSentences = (): readonly GroundSentence[] => {
    sentences ??= passages.flatMap((passage) =>
      (grounds.get(passage)?.sentences() ?? []).flatMap((windows) => {
        const [alone] = windows;
        return alone === undefined ? [] : [{ passage, span: alone.span, windows }];
      }),
    );
    return sentences;
  };

  let finders: readonly ReturnType<typeof wordFinder>[] | undefined;

  const supportIn = (passage: FoundPassage, sentence: string): Supported[] => {
    const claim = readClaim(sentence, asked);
    const span = claim && grounds.get(passage)?.supportOf(claim);
    return span === undefined ? [] : [{ passage, span }];
  };

  /** The first of some passages that supports a sentence. */
  const anySupport = (sentence: string): Supported[] => {
    for (const passage of passages) {
      const found = supportIn(passage, sentence);
      if (found.length > 0) return found;
    }
    return [];
  };

  return {
    /** Reads the passages in turns of the event loop, so that the first sentence needn't wait for all of it. */
    prepare: async (): Promise<void> => {
      for (const ground of grounds.values()) await ground.prepare();
    },
    /**
     * Judges a sentence. It is supported by each of the named passages that agrees with it; if none does, by the first
     * other one, or by several that agree with one of its main clauses each.
     */
    judge: (sentence: string, named: readonly FoundPassage[]): Judgement => {
      const text = plainText(sentence);
      if (isTooLong(text)) return [];
      if (interjection.test(text) || readClaim(text, asked) === undefined) return 'no claim';
      const byNamed = named.flatMap((passage) => supportIn(passage, text));
      if (byNamed.length > 0) return byNamed;
      const byOther = anySupport(text);
      if (byOther.length > 0) return byOther;
      const parts = partsOf(text).map(anySupport);
      return parts.length > 0 && parts.every((part) => part.length > 0) ? parts.flat() : [];
    },
    sentences: allSentences,
    /** True if a sentence claims something that can be judged. */
    isClaim: (sentence: string): boolean => {
      const text = plainText(sentence);
      return !(isTooLong(text) || interjection.test(text)) && readClaim(text, asked) !== undefined;
    },
    /**
     * Returns the support of a sentence by those sentences of the passages that are said to support it; none if the numbers,
     * names, identifiers or negations of these speak against it.
     */
    confirm: (sentence: string, chosen: readonly GroundSentence[]): readonly Supported[] => {
      const claim = readClaim(plainText(sentence), asked);
      if (claim === undefined || chosen.length === 0) return [];
      const all = allSentences();
      const beside = all.filter(({ passage }) => chosen.some((each) => each.passage === passage));
      const windowsOf = (each: readonly GroundSentence[]) => each.flatMap(({ windows }) => windows);
      const grounding = { chosen: windowsOf(chosen), passage: windowsOf(beside), all: windowsOf(all) };
      return allows(claim, grounding) ? chosen : [];
    },
    /** True if a heading, or a line that leads to others, brings nothing in that isn't in the passages or the question. */
    leads: (line: string): boolean => {
      const text = plainText(line);
      if (text.length > maxLead || verb.test(text.replace(pointing, ''))) return false;
      const { clauses } = readStatement(text);
      const words = tellingWords(clauses);
      const known = new Set(asked);
      finders ??= passages.map(({ text, title, headings }) => wordFinder([title, ...headings, text].join('\n')));
      const isKnown = (word: string) => known.has(word) || finders?.some((find) => find([word]).size > 0) === true;
      const isPlain = clauses.every(
        ({ figures, identifiers, wording }) =>
          figures.quantities.length + identifiers.size === 0 && !wording.isNegated && !wording.isUniversal,
      );
      return isPlain && words.filter(isKnown).length >= leadShare * words.length;
    },
  };
}

/** Max characters of a line that leads to others, and the share of its words that must be known. */
const maxLead = 200;
const leadShare = 0.6;

/** The main clauses of a sentence, if each says something by itself; none if it is one statement. */
function partsOf(sentence: string): readonly string[] {
  const { clauses } = readStatement(sentence);
  const isSimple = clauses.every(({ wording }) => !(wording.isNegated || wording.isUniversal || wording.isOnly));
  const isWhole = clauses.every((clause) => {
    const { figures, identifiers, condition } = clause;
    const says = tellingWords([clause]).length + figures.quantities.length + figures.days.size + identifiers.size;
    return says >= minPart && condition === undefined;
  });
  return clauses.length > 1 && clauses.length <= maxParts && isSimple && isWhole ? clauses.map(({ text }) => text) : [];
}

const maxParts = 6;
