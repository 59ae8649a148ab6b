import { create, insertMultiple, save, search } from '@orama/orama';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stopwords as englishCommon } from '@orama/stopwords/english';
import { stopwords as frenchCommon } from '@orama/stopwords/french';
import { stopwords as germanCommon } from '@orama/stopwords/german';
import { stopwords as japaneseCommon } from '@orama/stopwords/japanese';
import { stopwords as russianCommon } from '@orama/stopwords/russian';
import { stopwords as spanishCommon } from '@orama/stopwords/spanish';
import { createTokenizer } from '@orama/tokenizers/japanese';
import type { Language } from '../hard-set.ts';
import { above, type System, top } from './system.ts';

const tokenizers = {
  en: { language: 'english', stemming: true, stemmer: english, stopWords: englishCommon },
  de: { language: 'german', stemming: true, stemmer: german, stopWords: germanCommon },
  fr: { language: 'french', stemming: true, stemmer: french, stopWords: frenchCommon },
  es: { language: 'spanish', stemming: true, stemmer: spanish, stopWords: spanishCommon },
  ru: { language: 'russian', stemming: true, stemmer: russian, stopWords: russianCommon },
  ja: createTokenizer({ language: 'japanese', stopWords: japaneseCommon }),
} as const satisfies Record<Language, object>;

/** Its tokenizers of one language drop the letters of others; the one for Japanese cuts every script into words. */
const ofAllLanguages = createTokenizer({
  language: 'japanese',
  stopWords: Object.values(tokenizers).flatMap(({ stopWords = [] }) => stopWords),
});

/** Orama with its tokenizer, stemmer and stop words of the language. */
export const orama: System = {
  name: 'Orama',
  open: async (passages, language) => {
    const tokenizer = language === undefined ? ofAllLanguages : tokenizers[language];
    const db = create({ schema: { above: 'string', text: 'string' } as const, components: { tokenizer } });
    const documents = passages.map((passage, at) => ({ id: String(at), above: above(passage), text: passage.text }));
    await insertMultiple(db, documents);
    const { index } = save(db);
    return {
      search: async ({ text }) => {
        // A threshold of 1 accepts passages that have only some of the words.
        const { hits } = await search(db, { term: text, properties: ['above', 'text'], limit: top, threshold: 1 });
        return hits.map(({ id }) => Number(id));
      },
      bytes: Buffer.byteLength(JSON.stringify(index)),
      close: () => {},
    };
  },
};
