import type { ConversationStatistics } from '@parley/sdk';
import { durationText } from '../../../ui/charts/bar-values.ts';
import { said } from './totals.ts';

type Figures = ConversationStatistics['total'];

/** A figure of a period. */
export interface FactProps {
  readonly label: string;
  /** Reads the figure; null if the period has no value. */
  readonly read: (figures: Figures) => number | null;
  readonly text?: (value: number) => string;
  /** True if more is worse, so that a change has a colour. */
  readonly isBad?: boolean;
}

const p95: FactProps = {
  label: '95th percentile',
  read: ({ latencyMs }) => latencyMs?.p95 ?? null,
  text: durationText,
  isBad: true,
};

/** The share of visitors who answered 4 or 5, in percent. */
const share = ({ satisfied }: Figures['satisfaction']) => (satisfied === null ? null : Math.round(satisfied * 100));

/** The figures of the line above the charts, and those of the charts that it lacks. */
export const facts = {
  line: [
    { label: 'Conversations', read: ({ conversations }) => conversations },
    { label: 'Messages', read: said },
    { label: 'Users', read: ({ users }) => users },
    { label: 'Median time', read: ({ latencyMs }) => latencyMs?.median ?? null, text: durationText, isBad: true },
    { label: 'Failed replies', read: ({ failed }) => failed, isBad: true },
  ],
  feedback: [
    { label: 'Good replies', read: ({ feedback }) => feedback.positive },
    { label: 'Bad replies', read: ({ feedback }) => feedback.negative, isBad: true },
    { label: 'Satisfaction', read: ({ satisfaction }) => satisfaction.average, text: (value) => `${value} of 5` },
    { label: 'Satisfied', read: ({ satisfaction }) => share(satisfaction), text: (value) => `${value} %` },
    { label: 'Answers', read: ({ satisfaction }) => satisfaction.answered },
  ],
  replies: [p95],
  tokens: [
    { label: 'Tokens in', read: ({ usage }) => usage.inputTokens },
    { label: 'Tokens out', read: ({ usage }) => usage.outputTokens },
  ],
} as const satisfies Record<string, readonly FactProps[]>;
