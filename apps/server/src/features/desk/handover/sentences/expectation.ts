import { languageOf } from '../../../../grounding/language.ts';
import { isPhrase } from '../../../../text/phrases.ts';
import { type WaitingLanguage, waitingTexts } from './texts.ts';

/** The prospects of a user who asks for a person. */
export interface Prospects {
  readonly open: boolean;
  /** ISO 8601; null if it opens at no time. */
  readonly opensAt: string | null;
  readonly here: boolean;
  /** In seconds; null if not known. */
  readonly usuallyWithin: number | null;
  readonly awayText: string | null;
  /** Time zone of the working hours. */
  readonly timeZone: string;
}

/** Languages of words that are too short for a guess. A word of several languages has none. */
const wordsOf = {
  en: ['person', 'human', 'talk to a person'],
  de: ['Mensch', 'Mitarbeiter'],
  fr: ['personne', 'humain'],
  es: ['humano'],
  pt: ['pessoa', 'atendente'],
  it: ['operatore'],
  ru: ['человек', 'оператор'],
  tr: ['insan'],
  ja: ['担当者'],
  bn: ['মানুষ'],
} as const satisfies Partial<Record<WaitingLanguage, readonly string[]>>;

/** Its letters tell a language of one script. */
const bengali = /\p{Script=Bengali}/u;

const known = (language: string | undefined): WaitingLanguage | undefined =>
  language !== undefined && Object.hasOwn(waitingTexts, language) ? (language as WaitingLanguage) : undefined;

const guess = (text: string): WaitingLanguage | undefined => (bengali.test(text) ? 'bn' : known(languageOf(text)));

/** The language of a conversation: of its texts, the most telling first, or else of the request; English if unknown. */
export function languageFor(said: string, texts: readonly string[]): WaitingLanguage {
  for (const text of texts) {
    const language = guess(text);
    if (language !== undefined) return language;
  }
  const [word] = Object.entries(wordsOf).find(([, words]) => isPhrase(words, said)) ?? [];
  return known(word) ?? guess(said) ?? 'en';
}

/** The sentence that says when an answer comes. Times are those of the zone of the working hours, and name it. */
export function expectationIn(language: WaitingLanguage, prospects: Prospects, now: number): string {
  const { open, opensAt, here, usuallyWithin, awayText, timeZone } = prospects;
  const { soon, within, from } = waitingTexts[language];
  if (!open)
    return awayText ?? (opensAt === null ? soon : filled(from, openingOf(opensAt, language, { timeZone, now })));
  return here && usuallyWithin !== null ? filled(within, spanOf(usuallyWithin, language)) : soon;
}

const filled = (sentence: string, time: string): string => sentence.replace('{time}', () => time);

const hour = 60 * 60;
const week = 6 * 24 * hour * 1000;

/** A number of seconds, as the language says minutes or hours. */
function spanOf(seconds: number, language: string): string {
  const [count, unit] = seconds < hour ? [seconds / 60, 'minute'] : [seconds / hour, 'hour'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** The hour of today, or else with the weekday, or the date if that is a week ahead. */
function openingOf(
  iso: string,
  language: string,
  { timeZone, now }: { readonly timeZone: string; readonly now: number },
): string {
  const time = new Date(iso);
  const dayOf = (date: Date) => date.toLocaleDateString('en-CA', { timeZone });
  const clock = { hour: 'numeric', minute: '2-digit', timeZone, timeZoneName: 'short' } as const;
  if (dayOf(time) === dayOf(new Date(now))) return time.toLocaleString(language, clock);
  const day =
    time.getTime() - now < week ? ({ weekday: 'long' } as const) : ({ day: 'numeric', month: 'long' } as const);
  return time.toLocaleString(language, { ...day, ...clock });
}
