import type { ChannelType } from '@parley/sdk';

/** The question of a messenger after closing, as its form holds it. */
export interface SatisfactionValues {
  asked: boolean;
  question: string;
}

export const noSatisfaction: SatisfactionValues = { asked: false, question: '' };

const maxQuestion = 200;

/** True if channels of a kind can ask how satisfied their users are. */
export function canAsk({ settings }: ChannelType): boolean {
  const { properties } = settings as { readonly properties?: object };
  return properties !== undefined && 'satisfaction' in properties;
}

/** Messages about the values, by the path of the setting. */
export const satisfactionMistakes = ({ question }: SatisfactionValues): Readonly<Record<string, string>> =>
  question.trim().length > maxQuestion
    ? { 'satisfaction.question': `Must have at most ${maxQuestion} characters.` }
    : {};
