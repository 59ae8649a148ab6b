import { phraseIn } from '../text/phrases.ts';

/** The rules by which an agent hands a conversation over to people. */
export interface HandoverRules {
  readonly onFailedReply: boolean;
  readonly onNegativeRating: boolean;
  readonly onUnanswered: boolean;
  /** Words and phrases of a message of the user. */
  readonly keywords: readonly string[];
  /** Values in the metadata of a conversation; any of them is enough. */
  readonly when: readonly { readonly key: string; readonly value: string | number | boolean }[];
  /** The team that is responsible from then on; null for none. */
  readonly team: string | null;
}

/** The rule that hands a conversation over, and why, in a sentence for people. */
export interface HandoverCause {
  readonly rule: 'onFailedReply' | 'onNegativeRating' | 'onUnanswered' | 'keywords' | 'when';
  readonly reason: string;
}

/** The causes that need no more than their rule. */
export const handoverCauses = {
  failedReply: { rule: 'onFailedReply', reason: 'A reply failed.' },
  negativeRating: { rule: 'onNegativeRating', reason: 'A reply was rated negatively.' },
  unanswered: { rule: 'onUnanswered', reason: 'The agent could not answer a question.' },
} as const satisfies Readonly<Record<string, HandoverCause>>;

/** The cause if a message of the user has one of the keywords. */
export function keywordCause(rules: HandoverRules | undefined, content: string): HandoverCause | undefined {
  const keyword = phraseIn(rules?.keywords ?? [], content);
  return keyword === undefined ? undefined : { rule: 'keywords', reason: `The user wrote “${keyword}”.` };
}

type Metadata = Readonly<Record<string, unknown>>;

/** The cause if the metadata of a conversation has one of the values, and hadn't before. */
export function metadataCause(
  rules: HandoverRules | undefined,
  metadata: Metadata | undefined,
  before: Metadata = {},
): HandoverCause | undefined {
  if (metadata === undefined) return undefined;
  const has = (data: Metadata, key: string, value: unknown) => Object.hasOwn(data, key) && data[key] === value;
  const met = rules?.when.find(({ key, value }) => has(metadata, key, value) && !has(before, key, value));
  return met === undefined
    ? undefined
    : { rule: 'when', reason: `The metadata “${met.key}” is ${JSON.stringify(met.value)}.` };
}
