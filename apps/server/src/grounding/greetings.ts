import { isCourtesy } from '../text/common-words.ts';
import { fold } from '../text/fold.ts';
import { readStatement, tellingWords } from './statement.ts';

/** Words that accept or decline: a message of such words alone is no greeting. */
const assents = new Set(
  `yes no ok okay perfect great ja nein prima super oui non si no sim nao tak nie evet hayir да нет так ні ні 是 不 はい いいえ 네 아니요`
    .split(' ')
    .map(fold),
);

/** True if a message of a user only greets or thanks. */
export const isGreeting = (message: string): boolean =>
  isCourtesy(message) && (fold(message).match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => !assents.has(word));

/** Max characters of a reply to a greeting, and max words that say something of a question and of another sentence. */
const most = { reply: 300, question: 2, sentence: 1 } as const;

/**
 * Creates the function that tells which sentences may return a greeting without a passage: a few that say hardly
 * anything, with no number, date, code or address in them, such as "How can I help you today?".
 */
export function createReturnedGreeting(): (sentence: string) => boolean {
  let left: number = most.reply;
  return (sentence) => {
    left -= sentence.length;
    if (left < 0) return false;
    const { clauses } = readStatement(sentence);
    const words = tellingWords(clauses).filter((word) => !isCourtesy(word));
    const room = /[?？؟]\s*$/u.test(sentence) ? most.question : most.sentence;
    return (
      words.length <= room &&
      clauses.every(
        ({ figures, identifiers }) => figures.quantities.length + figures.days.size + identifiers.size === 0,
      )
    );
  };
}
