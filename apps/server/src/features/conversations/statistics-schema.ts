import { type Static, Type } from 'typebox';
import { Id } from './schema.ts';

/** The most days that are counted at once. */
const maxDays = 90;

const Count = Type.Integer({ minimum: 0 });

const counts = {
  conversations: Type.Integer({ minimum: 0, description: 'Conversations that began.' }),
  messages: Type.Object(
    { user: Count, assistant: Count, human: Count },
    { description: 'Messages by role, whatever became of them.' },
  ),
  feedback: Type.Object({ positive: Count, negative: Count }),
  failed: Type.Integer({ minimum: 0, description: 'Answers that failed.' }),
};

/** What happened in a workspace, day by day. */
export const Statistics = Type.Object(
  {
    days: Type.Array(
      Type.Object({ date: Type.String({ description: 'A day of UTC, such as `2026-01-31`.' }), ...counts }),
      {
        description: 'The oldest first, today last; a day on which nothing happened is there, too.',
      },
    ),
    total: Type.Object(counts, { description: 'All these days together.' }),
  },
  { title: 'ConversationStatistics' },
);
export type Statistics = Static<typeof Statistics>;

/** Which workspace is counted, which agent of it, and how many days back. */
export const StatisticsQuery = Type.Object(
  {
    workspaceId: Id,
    agentId: Type.Optional(Id),
    days: Type.Integer({ minimum: 1, maximum: maxDays, default: 30, description: 'How many days, with today.' }),
  },
  { additionalProperties: false },
);
export type StatisticsQuery = Static<typeof StatisticsQuery>;
