import { contentWords, wordFinder } from '../content-words.ts';
import { identifiersIn } from '../identifiers.ts';

/** Precedes the key of an identifier among the terms of a question: no word has it. */
const mark = '\0';

/** The terms of a question: words, which a text may have in another form, and identifiers, which it has or hasn't. */
export interface QuestionTerms {
  readonly words: readonly string[];
  /** The keys of identifiers, marked so that they differ from words. */
  readonly identifiers: readonly string[];
}

/** The text without its identifiers, in which words are looked for. */
function withoutIdentifiers(text: string): string {
  let [rest, from] = ['', 0];
  for (const { start, end } of identifiersIn(text)) {
    rest += `${text.slice(from, start)} `;
    from = end;
  }
  return rest + text.slice(from);
}

/** Abbreviations in capitals, which may be written as a common word is: "IT", "OK", "US". */
const capitals = /(?<![\p{L}\p{N}])\p{Lu}{2,5}(?![\p{L}\p{N}])/gu;

/** Returns the terms of a question, each once. */
export function termsOfQuestion(question: string): QuestionTerms {
  const words = contentWords(withoutIdentifiers(question));
  const identifiers = [...new Set(identifiersIn(question).map(({ key }) => mark + key))];
  if (words.length > 0 || identifiers.length > 0) return { words, identifiers };
  return { words, identifiers: [...new Set(question.match(capitals))].map((name) => mark + mark + name) };
}

/** Returns the function that tells which terms of a question a text has. */
export function termFinder({ words, identifiers }: QuestionTerms): (text: string) => ReadonlySet<string> {
  return (text) => {
    const found = new Set(wordFinder(text)(words));
    if (identifiers.length === 0) return found;
    const own = new Set(identifiersIn(text).map(({ key }) => mark + key));
    for (const [name] of text.matchAll(capitals)) own.add(mark + mark + name);
    for (const identifier of identifiers) if (own.has(identifier)) found.add(identifier);
    return found;
  };
}
