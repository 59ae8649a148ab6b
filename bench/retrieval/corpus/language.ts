/** A subject of the corpus in one language. `{n}` is the product, `{a}` and `{b}` are numbers that differ by paragraph. */
export interface Subject {
  readonly title: string;
  readonly text: string;
  /** A question in words that the paragraph has, possibly inflected. */
  readonly plain: string;
  /** Questions in other words, or whose words are compounds of the paragraph's or parts of them. */
  readonly hard: readonly string[];
}

/** The corpus in one language, written for this benchmark. */
export interface Language {
  readonly name: string;
  /** Products: each paragraph is about one of them. Each exists in two variants, whose paragraphs are alike. */
  readonly products: readonly string[];
  /** Name of the second variant: `{n}` is the product. */
  readonly variant: string;
  readonly subjects: readonly Subject[];
}

type SubjectLine = readonly [title: string, text: string, plain: string, ...hard: string[]];

/** A subject, written in one line each: title, text, plain question, hard questions. */
export const subject = (...[title, text, plain, ...hard]: SubjectLine): Subject => ({
  ...{ title, text, plain, hard },
});
