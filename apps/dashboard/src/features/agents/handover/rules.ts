import type { Agent } from '@parley/sdk';

type Rules = Agent['handover'];

/** The text of rules: a value of a form that is equal if its rules are. */
export const rulesText = (rules: Rules): string => JSON.stringify(rules);

/** The rules of a text. */
export const rulesIn = (text: string): Rules => JSON.parse(text) as Rules;

/** The rules in words, one a line; empty if all are off. */
export function rulesInWords(text: string): string {
  const { onFailedReply, onNegativeRating, onUnanswered, keywords, when, team } = rulesIn(text);
  return [
    ...(onFailedReply ? ['A reply fails'] : []),
    ...(onNegativeRating ? ['A reply is rated negatively'] : []),
    ...(onUnanswered ? ['A question has no answer'] : []),
    ...(keywords.length > 0 ? [`Words: ${keywords.join(', ')}`] : []),
    ...when.map(({ key, value }) => `Metadata: ${key} is ${value}`),
    ...(team === null ? [] : [`Team: ${team}`]),
  ].join('\n');
}
