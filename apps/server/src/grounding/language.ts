import { fold } from '../text/fold.ts';

/** Languages of the lists of this folder; a text in another one is judged by digits, names and words only. */
const words = {
  en: `the is are and of to in for with you your can not this that it be from on what how do does when where which`,
  de: `der die das ist sind und für mit sie ihr können nicht ein eine auf von im wie was wann wo den dem zu es wird ich`,
  fr: `le la les est sont et des du pour avec vous votre pouvez pas une dans sur que qui quel quelle comment est-ce je au`,
  es: `el la los las es son y del para con usted su puede no una en que cómo cuál cuándo dónde por está hay se al`,
  pt: `o os as é são e do da dos para com você seu pode não uma em que como qual quando onde por está há se ao um`,
  it: `il lo gli è sono e della del per con lei puoi può non una che come quale quando dove da si nel di le quanto`,
  nl: `de het is zijn en van voor met u uw kunt niet een op wat hoe wanneer waar dat in te wordt ik`,
  pl: `jest są i dla z nie na w do się czy jak co kiedy gdzie który która po od oraz to`,
  tr: `ve bir bu için ile değil var yok mı mi ne nasıl nerede kaç da de olan olarak`,
  sv: `och är för med inte en ett på av till som vad hur när var kan det den du ni`,
  ru: `и в на не с по для что как это из от вы ваш можно когда где какой есть ли до`,
  uk: `і в на не з по для що як це від ви ваш можна коли де який є чи до та`,
} as const;

/** Languages that are recognised by their script. */
const scripts = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
  ['th', /\p{Script=Thai}/u],
  ['ar', /\p{Script=Arabic}/u],
  ['hi', /\p{Script=Devanagari}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['el', /\p{Script=Greek}/u],
] as const;

/** A language, as in BCP 47. */
export type Language = keyof typeof words | (typeof scripts)[number][0];

const lists = Object.entries(words).map(([language, list]) => ({
  language: language as keyof typeof words,
  words: new Set(list.split(/\s+/).map(fold)),
}));

/** Max characters of a text that are looked at. */
const most = 2_000;

/** Returns the language of a text; undefined if no list has a word of it. */
export function languageOf(text: string): Language | undefined {
  const start = text.slice(0, most);
  for (const [language, script] of scripts) if (script.test(start)) return language;
  const found = fold(start).match(/[\p{L}\p{M}]+/gu) ?? [];
  let best: { readonly language: Language; readonly count: number } | undefined;
  for (const { language, words: list } of lists) {
    const count = found.filter((word) => list.has(word)).length;
    if (count > (best?.count ?? 0)) best = { language, count };
  }
  return best?.language;
}
