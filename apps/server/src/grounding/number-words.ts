import { fold } from '../text/fold.ts';

/** Numbers in words, in the order of their values. */
interface NumberList {
  readonly values: readonly number[];
  readonly words: string;
}

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const tens = [20, 30, 40, 50, 60, 70, 80, 90];

/** Several words of one number are separated by `/`. */
const lists: readonly NumberList[] = [
  {
    values: [...upTo(0, 20), ...tens.slice(1)],
    words: `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
      seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety`,
  },
  {
    values: [...upTo(0, 20), ...tens.slice(1)],
    words: `null eins zwei/zwo drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn
      siebzehn achtzehn neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig`,
  },
  {
    values: [0, ...upTo(2, 16), ...tens],
    words: `zéro deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente
      quarante cinquante soixante septante quatrevingt nonante`,
  },
  {
    values: [0, ...upTo(2, 30), ...tens.slice(2)],
    words: `cero dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete
      dieciocho diecinueve veinte veintiuno/veintiún veintidós veintitrés veinticuatro veinticinco
      veintiséis veintisiete veintiocho veintinueve treinta cuarenta cincuenta sesenta setenta ochenta noventa`,
  },
  {
    values: [0, ...upTo(2, 20), ...tens.slice(1)],
    words: `zero dois/duas três quatro cinco seis sete oito nove dez onze doze treze catorze/quatorze quinze
      dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove vinte trinta quarenta cinquenta sessenta setenta
      oitenta noventa`,
  },
  {
    values: [0, ...upTo(2, 20), ...tens.slice(1)],
    words: `zero due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici
      diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta settanta ottanta novanta`,
  },
  {
    values: [0, ...upTo(2, 20), ...tens.slice(1)],
    words: `nul twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien
      achttien negentien twintig dertig veertig vijftig zestig zeventig tachtig negentig`,
  },
  {
    values: [...upTo(2, 20), ...tens.slice(1)],
    words: `dwa/dwie/dwóch trzy/trzech cztery/czterech pięć/pięciu sześć/sześciu siedem/siedmiu osiem/ośmiu
      dziewięć/dziewięciu dziesięć/dziesięciu jedenaście dwanaście/dwunastu trzynaście czternaście/czternastu
      piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście dwadzieścia/dwudziestu trzydzieści/trzydziestu
      czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt`,
  },
  {
    values: [...upTo(2, 20), ...tens.slice(1)],
    words: `два/две/двух/двумя три/трёх/тремя четыре/четырёх пять/пяти шесть/шести семь/семи восемь/восьми девять/девяти
      десять/десяти одиннадцать двенадцать/двенадцати тринадцать четырнадцать/четырнадцати пятнадцать/пятнадцати
      шестнадцать семнадцать восемнадцать девятнадцать двадцать/двадцати тридцать/тридцати сорок/сорока
      пятьдесят/пятидесяти шестьдесят/шестидесяти семьдесят восемьдесят девяносто`,
  },
];

/** Values that multiply what is before them. */
const multipliers: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{
      hundred: 100,
      hundert: 100,
      cent: 100,
      cents: 100,
      cien: 100,
      ciento: 100,
      cem: 100,
      cento: 100,
      honderd: 100,
    },
    ...{ sto: 100, сто: 100, thousand: 1_000, tausend: 1_000, mille: 1_000, mil: 1_000, mila: 1_000, duizend: 1_000 },
    ...{ tysiac: 1_000, tysiecy: 1_000, тысяча: 1_000, тысячи: 1_000, тысяч: 1_000, million: 1e6, millions: 1e6 },
    ...{ millionen: 1e6, millones: 1e6, millon: 1e6, milhoes: 1e6, milhao: 1e6, milioni: 1e6, milione: 1e6 },
    ...{ miljoen: 1e6, миллион: 1e6, миллиона: 1e6, миллионов: 1e6, billion: 1e9, billions: 1e9, milliarden: 1e9 },
    ...{ milliards: 1e9, milliard: 1e9, миллиард: 1e9, миллиардов: 1e9 },
  }),
);

/** Words for one that are articles, too: they count before a unit only. */
const articles = new Set(
  `a an one ein eine einen einem einer eines un une una uno um uma een jeden jedna один одна одно одного одну`.split(
    ' ',
  ),
);

function readLists(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { values, words } of lists) {
    for (const [index, word] of words.trim().split(/\s+/).entries())
      for (const each of word.split('/')) found.set(fold(each), values[index] ?? Number.NaN);
  }
  return found;
}

/** The numbers below 100 that German, Dutch and Italian write as one word. */
function* compounds(): Generator<readonly [string, number]> {
  const german = ['ein', 'zwei', 'drei', 'vier', 'funf', 'sechs', 'sieben', 'acht', 'neun'];
  const dutch = ['een', 'twee', 'drie', 'vier', 'vijf', 'zes', 'zeven', 'acht', 'negen'];
  const italian = ['uno', 'due', 'tre', 'quattro', 'cinque', 'sei', 'sette', 'otto', 'nove'];
  const germanTens = ['zwanzig', 'dreissig', 'vierzig', 'funfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'];
  const dutchTens = ['twintig', 'dertig', 'veertig', 'vijftig', 'zestig', 'zeventig', 'tachtig', 'negentig'];
  const italianTens = ['venti', 'trenta', 'quaranta', 'cinquanta', 'sessanta', 'settanta', 'ottanta', 'novanta'];
  for (const [at, ten] of tens.entries()) {
    for (let one = 1; one <= 9; one += 1) {
      yield [`${german[one - 1]}und${germanTens[at]}`, ten + one];
      yield [`${dutch[one - 1]}en${dutchTens[at]}`, ten + one];
      const before = one === 1 || one === 8 ? italianTens[at]?.slice(0, -1) : italianTens[at];
      yield [`${before}${italian[one - 1]}`, ten + one];
    }
  }
}

const numbers: ReadonlyMap<string, number> = new Map([...readLists(), ...compounds()]);

/** German, Dutch and Italian: "zweihundert", "dreitausend", "duecento". */
const multiplied = /^(\p{L}{0,40}?)(hundert|tausend|honderd|duizend|cento|mila|cientos|cientas)(\p{L}{0,40})$/u;

/** Returns the value of one word; undefined if it is no number. */
function numberIn(word: string): number | undefined {
  const known = numbers.get(word);
  if (known !== undefined) return known;
  const [, before = '', by = '', after = ''] = multiplied.exec(word) ?? [];
  if (by === '') return undefined;
  const times = before === '' || articles.has(before) ? 1 : numbers.get(before);
  const more = after === '' ? 0 : numberIn(after);
  if (times === undefined || more === undefined) return undefined;
  return times * (/^[hc]/.test(by) ? 100 : 1_000) + more;
}

/** A number in words. */
export interface SpokenNumber {
  readonly value: number;
  /** Number of words that it takes. */
  readonly length: number;
  /** True if it is one, in a word that may be an article. */
  readonly isArticle: boolean;
}

const connectors = new Set(['and', 'y', 'e', 'et', 'und', 'en']);

/** True if a word joins a number such as twenty, or hundred, to the one after it. */
const isConnector = (word: string, next: string | undefined, last: number): boolean =>
  connectors.has(word) &&
  last >= 20 &&
  (numberIn(next ?? '') !== undefined || (word === 'et' && articles.has(next ?? '')));

/** A number that is read word by word. */
interface Reading {
  total: number;
  current: number | undefined;
  /** The value of the last word. */
  last: number;
  isArticle: boolean;
}

/** Adds a word that multiplies what is before it. */
function multiply(reading: Reading, by: number): void {
  const times = (reading.current ?? 1) * by;
  if (by === 100) reading.current = times;
  else {
    reading.total += times;
    reading.current = undefined;
  }
  reading.isArticle = false;
  reading.last = by;
}

/** Adds a word to a number, after the words before it; false if it doesn't continue the number. */
function add(reading: Reading, word: string, before: string | undefined): boolean {
  const by = multipliers.get(word);
  if (by !== undefined && (before !== undefined || word !== 'cents')) {
    multiply(reading, by);
    return true;
  }
  const value = numberIn(word);
  const isArticle = articles.has(word) && (before === undefined || before === 'et');
  const follows = before === undefined || reading.last >= 20 || before === 'dix';
  const added = value !== undefined && value < reading.last && follows ? value : isArticle ? 1 : undefined;
  if (added === undefined) return false;
  reading.current = (reading.current ?? 0) + added;
  reading.last = added;
  reading.isArticle = value === undefined && before === undefined;
  return true;
}

/** Max words of a number. */
const maxWords = 8;

/** Reads the number with which some folded words begin; undefined if they begin with no number. */
export function readSpoken(words: readonly string[]): SpokenNumber | undefined {
  const reading: Reading = { total: 0, current: undefined, last: Number.POSITIVE_INFINITY, isArticle: false };
  let length = 0;
  for (const [at, word] of words.slice(0, maxWords).entries()) {
    if (add(reading, word, words[at - 1])) length = at + 1;
    else if (length === 0 || !isConnector(word, words[at + 1], reading.last)) break;
  }
  const { total, current, isArticle } = reading;
  return length === 0 ? undefined : { value: total + (current ?? 0), length, isArticle };
}
