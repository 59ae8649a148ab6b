import { contentWords } from './content-words.ts';
import { sentencesOf } from './sentences.ts';

/** Max UTF-16 units of a question that are searched; the rest is ignored. */
export const maxQuestion = 2_000;

/** Max parts of a question. */
const most = 3;

/** Words that join two questions; in scripts without spaces, characters between them. */
const joints = /\s(?:and|und|et|y|e|и|و|और|तथा|και|en|i|ve)\s|(?<=\s)و(?=\p{L}{3})|以及|还有|還有|，|、|และ|그리고/u;

/** The parts of a question. */
interface QuestionParts {
  readonly parts: readonly string[];
  /** True if each part is a question of its own; otherwise they may belong together. */
  readonly areQuestions: boolean;
}

/**
 * Finds the parts of a question that asks several things, each with words of its own: its sentences, or what is before
 * and after an "and".
 */
export function partsOfQuestion(question: string): QuestionParts {
  const isAbout = (part: string) => contentWords(part).length > 0;
  const asking = sentencesOf(question)
    .map(({ start, end }) => question.slice(start, end))
    .filter((sentence) => /[?？؟]$/.test(sentence) && isAbout(sentence));
  if (asking.length > 1) return { parts: asking.slice(0, most), areQuestions: true };
  const [only = question] = asking;
  return { parts: only.split(joints).filter(isAbout).slice(0, most), areQuestions: false };
}
