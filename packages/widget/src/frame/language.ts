import { setLanguage, type Translation } from './texts.ts';

type Load = () => Promise<{ readonly texts: Translation }>;

/** The languages beside English. Each is a file of its own, which only its visitors load. */
export const translations: Readonly<Record<string, Load>> = {
  ar: () => import('./languages/ar.ts'),
  bn: () => import('./languages/bn.ts'),
  de: () => import('./languages/de.ts'),
  es: () => import('./languages/es.ts'),
  fr: () => import('./languages/fr.ts'),
  hi: () => import('./languages/hi.ts'),
  it: () => import('./languages/it.ts'),
  ja: () => import('./languages/ja.ts'),
  pt: () => import('./languages/pt.ts'),
  ru: () => import('./languages/ru.ts'),
  tr: () => import('./languages/tr.ts'),
  zh: () => import('./languages/zh.ts'),
};

/** Languages that are written from right to left; a page may want one that has no translation. */
const mirrored = /^(ar|dv|fa|he|ku|ps|sd|ug|ur|yi)(-|$)/i;

/** Time to wait for the file of a language, in ms; the chat is in English then. */
const patience = 3_000;

/** Wishes about the language of the chat. */
export interface LanguageWishes {
  /** Languages in order of preference (BCP 47). */
  readonly wanted: readonly string[];
  /** True if the page around the chat is written from right to left. */
  readonly isMirrored: boolean;
}

/** Returns the first wanted language that has a translation, without its region; English by default. */
export function findLanguage(wanted: readonly string[]): string {
  const codes = wanted.map((tag) => tag.toLowerCase().split('-', 1)[0] ?? '');
  return codes.find((code) => code === 'en' || Object.hasOwn(translations, code)) ?? 'en';
}

/** Loads the texts of the first wanted language that there is, and sets the language and direction of the document. */
export async function speak({ wanted, isMirrored }: LanguageWishes): Promise<void> {
  const code = findLanguage(wanted);
  const texts = await within(patience, translations[code]?.());
  const spoken = texts === undefined ? 'en' : code;
  // Also back to English: a preview speaks one language after another.
  setLanguage(spoken, texts ?? {});
  const { documentElement: root } = document;
  root.lang = spoken;
  root.dir = isMirrored || mirrored.test(spoken) ? 'rtl' : 'ltr';
}

async function within(ms: number, loading: ReturnType<Load> | undefined): Promise<Translation | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, ms));
  // A file that can't be loaded is no reason to have no chat.
  const loaded = await Promise.race([loading?.catch(() => undefined), late]);
  return loaded?.texts;
}
