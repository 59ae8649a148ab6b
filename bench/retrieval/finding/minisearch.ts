import MiniSearch from 'minisearch';
import { above, type System, top, wordsOf } from './system.ts';

/**
 * MiniSearch with its default ranking, and with the prefixes and typing errors that its guide recommends. It takes a
 * sentence without spaces for one word, so it gets the words of those scripts.
 */
export const miniSearch: System = {
  name: 'MiniSearch',
  open: async (passages, language) => {
    const hasSpaces = language !== undefined && language !== 'ja';
    const index = new MiniSearch({ fields: ['above', 'text'], ...(!hasSpaces && { tokenize: wordsOf }) });
    index.addAll(passages.map((passage, id) => ({ id, above: above(passage), text: passage.text })));
    return {
      search: ({ text }) =>
        index
          .search(text, { prefix: true, fuzzy: 0.2 })
          .slice(0, top)
          .map(({ id }) => Number(id)),
      bytes: Buffer.byteLength(JSON.stringify(index)),
      close: () => index.removeAll(),
    };
  },
};
