import { contentWords, wordFinder } from '../text/content-words.ts';
import { fold } from '../text/fold.ts';
import { identifiersIn } from '../text/identifiers.ts';
import type { Span } from '../text/sentences.ts';
import { type Condition, conditionIn } from './conditions.ts';
import { readSpoken } from './number-words.ts';
import { type Figures, figuresIn, type Quantity } from './quantities.ts';
import { unitOf } from './units.ts';
import { type Wording, wordingOf } from './wording.ts';

/** A clause of a sentence. */
export interface Clause {
  readonly text: string;
  /** Its content words, without those of figures. */
  readonly words: readonly string[];
  readonly figures: Figures;
  readonly wording: Wording;
  /** The condition on which it holds; undefined if it names no such condition. */
  readonly condition: Condition | undefined;
  /** Canonical forms of its codes, versions, phone numbers and addresses. */
  readonly identifiers: ReadonlySet<string>;
  /** Returns those of some words that it has. */
  readonly find: (words: readonly string[]) => ReadonlySet<string>;
}

/** A sentence, as it is compared. */
export interface Statement {
  readonly text: string;
  readonly clauses: readonly Clause[];
  /** Folded words that are names by their capitals or their script. */
  readonly names: ReadonlySet<string>;
}

/** Content words that say little: a paraphrase puts one in place of another. */
const light = new Set(
  `people, person, persons, period, personen, frist, personnes, personne, délai, personas, plazo, pessoas, prazo, persone, людей, человек, срок, 人,
  dispone, disponen, disposons, dispose, disposent, verfügt, verfügen, dispõe, heeft, has, have, make, makes, making, machen, macht, faire, faisons, faites, hacer, hacemos, hace, fazer, fazemos, fare, facciamo, cost, costs, costing, take, takes, taking, last, lasts, offer, offers, provide, provides, provided, include, includes, included, contain, contains, get, gets, receive, receives,
  apply, applies, possible, available, allowed, amount, amounts, total, price, priced, happen, happens, located, called, known, according, currently, usually, generally, typically, please, note, use, used, using, located, found, begin, begins, start, starts,
  kostet, kosten, dauert, dauern, beträgt, betragen, gilt, gelten, bieten, bietet, enthält, enthalten, erhält, erhalten, bekommen, bekommt, möglich, verfügbar, liegt, liegen, befindet, preis, beginnt, nutzen, verwenden, erlaubt,
  coûte, coûtent, dure, durent, offre, offrent, propose, proposent, comprend, contient, obtenir, recevez, possible, disponible, prix, trouve, situé, située, commence, permis, autorisé,
  cuesta, cuestan, dura, duran, ofrece, ofrecen, incluye, contiene, recibe, recibir, posible, precio, encuentra, empieza, comienza, permitido,
  custa, custam, oferece, oferecem, inclui, recebe, possível, disponível, preço, costa, costano, offre, offriamo, riceve, possibile, prezzo, trova, inizia,
  kost, duurt, biedt, bieden, bevat, mogelijk, beschikbaar, prijs, начинается, стоит, стоят, стоимость, составляет, длится, действует, предлагает, получить, возможно, доступно, цена, находится, занимает,
  需要, 提供, 包括, 可以, 价格, 费用, 使用, 位于, 含まれ, 可能, 料金, 価格, 必要, 利用`
    .split(',')
    .map((word) => fold(word.trim())),
);

/** Words with which a speaker is not sure: they claim nothing themselves. */
const hedges = new Set(
  `think believe guess suppose glaube denke vermute pense crois creo pienso acho credo penso думаю считаю`.split(' '),
);

const joint =
  /(?<=\s)(?:and|but|or|while|whereas|und|aber|oder|sondern|während|et|mais|ou|y|pero|e|mas|ma|maar|i|ale|ve|ama|och|и|но|а|или|و|और|लेकिन)(?=\s)|[,;:·|()\n](?=\s|$)|—(?!\s*\d)|(?<=\s)[–-](?=\s+\D)|[，、；：（）]/gu;

/** Cuts a sentence into clauses; not within a number, nor between two numbers. */
function clausesOf(sentence: string): readonly Span[] {
  const parts: Span[] = [];
  let from = 0;
  for (const { 0: found, index } of sentence.matchAll(joint)) {
    if (/^\p{L}/u.test(found) && isInNumber(sentence.slice(from, index), found, sentence.slice(index + found.length)))
      continue;
    parts.push({ start: from, end: index });
    from = index + (/^\p{L}/u.test(found) ? 0 : found.length);
  }
  parts.push({ start: from, end: sentence.length });
  return parts.filter(({ start, end }) => /[\p{L}\p{N}]/u.test(sentence.slice(start, end)));
}

const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{M}]+|\d[\d.,:]*|[\p{Sc}%]/gu) ?? [];

/** True if "and" stands between two numbers, or within one. */
function isInNumber(before: string, and: string, after: string): boolean {
  const last = wordsOf(before.slice(-30)).slice(-2);
  const [next = ''] = wordsOf(after.slice(0, 30));
  const isNumber = (word = '') => /^\d/.test(word) || readSpoken([word])?.isArticle === false;
  if (!isNumber(next)) return false;
  const own = last.at(-1) ?? '';
  return (
    isNumber(own) || (unitOf(own) !== undefined && isNumber(last[0])) || readSpoken([own, and, next])?.length === 3
  );
}

/** Max characters of a sentence that are read. */
const most = 2_000;

/** A letter that names something: "Room A". */
const label = /(?<=\p{Lu}[\p{L}\p{M}]+\s)\p{Lu}(?![\p{L}\p{N}.'’-])/gu;

/** Reads a sentence. */
export function readStatement(sentence: string): Statement {
  const text = sentence.slice(0, most);
  const found = identifiersIn(text).filter(({ kind }) => kind !== 'number');
  // Without the identifiers, whose digits aren't numbers; of the same length.
  let rest = text;
  for (const { start, end } of found) rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  const clauses = clausesOf(text).map(({ start, end }): Clause => {
    const part = text.slice(start, end);
    const figures = figuresIn(rest.slice(start, end));
    const words = contentWords(rest.slice(start, end)).filter(
      (word) => !(figures.words.has(word) || hedges.has(word) || /^\d/.test(word)),
    );
    const identifiers = new Set([
      ...found.filter((each) => each.start >= start && each.start < end).map(({ key }) => key),
      ...Array.from(part.matchAll(label), ([letter]) => letter),
    ]);
    const [wording, condition] = [wordingOf(part), conditionIn(part)];
    return { text: part.trim(), words, figures, identifiers, wording, condition, find: wordFinder(part) };
  });
  return { text: sentence, clauses, names: namesIn(rest) };
}

/** The words of clauses that say something by themselves. */
export const tellingWords = (clauses: readonly Clause[]): readonly string[] => [
  ...new Set(clauses.flatMap(({ words }) => words.filter((word) => !isLight(word)))),
];

/** Returns those of some words that a text has. */
export const foundIn = (clauses: readonly Clause[], words: readonly string[]): ReadonlySet<string> =>
  new Set(clauses.flatMap(({ find }) => [...find(words)]));

export const quantitiesOf = (clauses: readonly Clause[]): readonly Quantity[] =>
  clauses.flatMap(({ figures }) => figures.quantities);

/** True if a clause has a number or an identifier. */
export const hasAnchor = ({ figures, identifiers }: Clause): boolean =>
  figures.quantities.length + identifiers.size > 0;

/** True if a word says little by itself. */
export const isLight = (word: string): boolean => light.has(word);

/** A word with a capital that no sentence begins with, or a word in capitals; katakana and Latin letters among kana and Han. */
const name =
  /(?<=(?:[\p{L}\p{N},;)”"»]|(?:^|\s)(?:Dr|Mr|Mrs|Ms|Prof|Sr|Sra|St|M)\.)\s+(?:["“„«(]\s?)?)\p{Lu}[\p{L}\p{M}]+|^\p{Lu}[\p{L}\p{M}]+(?=\s\p{Lu}\p{Ll})|(?<![\p{L}\p{N}])\p{Lu}{2,}(?![\p{L}\p{N}])|[\p{Script=Katakana}ー]{2,}|(?<=[\p{Script=Han}\p{Script=Hiragana}])[A-Za-z]{2,}/gu;

function namesIn(text: string): ReadonlySet<string> {
  const found = [...text.matchAll(name)].map(([word]) => fold(word));
  return new Set(found.filter((word) => contentWords(word).length > 0 && !/^(?:i|i'm)$/.test(word)));
}
