import { fencedParts, parseDelimited } from './delimited.ts';
import type { Seen } from './visible.ts';

const address = /(?:https?:\/\/|mailto:|tel:)[\w[][^\s]*/g;

/**
 * Parses WhatsApp's format, by https://faq.whatsapp.com/539178204879377. It accepts any text; what is in it is what
 * counts. An address is a link as it is, before formats are looked for.
 */
export function parseWhatsapp(message: string): Seen {
  const formats: Seen['formats'][number][] = [];
  const parts = fencedParts(message).map(({ isCode, text }) => {
    if (isCode) return text;
    return text
      .split('\n')
      .map((line) => {
        const inner = /^(?:> |[-*] |\d{1,9}\. )?(.*)$/s.exec(line)?.[1] ?? line;
        const safe = inner.replace(address, (found) => {
          formats.push({ kind: 'link', text: found });
          return found.replace(/[*_~`]/g, ' ');
        });
        return line.slice(0, line.length - inner.length) + parseDelimited(safe, formats);
      })
      .join('\n');
  });
  return { text: parts.join(''), formats };
}
