import { type Static, Type } from 'typebox';
import { exampleIds as ids } from '../../schemas/examples.ts';
import { orNull } from '../../schemas/fields.ts';
import { idField } from './schema.ts';

/** Max days of one request. */
const maxDays = 90;

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] });

const counts = {
  conversations: count('Number of conversations that were created.', 8),
  messages: Type.Object(
    {
      user: count('Number of messages of users.', 21),
      assistant: count('Number of replies of agents.', 19),
      human: count('Number of messages of people who took over.', 2),
    },
    { description: 'Messages by role, whatever their status.' },
  ),
  feedback: Type.Object(
    {
      positive: count('Number of messages rated `positive`.', 5),
      negative: count('Number of messages rated `negative`.', 1),
    },
    { description: 'Messages by rating.' },
  ),
  failed: count('Number of replies that failed.', 0),
  usage: Type.Object(
    {
      inputTokens: count('Number of tokens in the prompts.', 3480),
      outputTokens: count('Number of tokens in the replies.', 912),
    },
    { description: 'Tokens of replies. Of providers that report none, they are estimated.' },
  ),
};

const figures = {
  ...counts,
  users: count(
    'Number of different `userId`s of the conversations in which a user wrote; without a `userId`, none counts. ' +
      'Above 16,384 it is an estimate, with a standard error of 1 %.',
    6,
  ),
  latencyMs: orNull(
    Type.Object({
      median: count('Half of the replies took so many milliseconds or fewer.', 1240),
      p95: count('95 of 100 replies took so many milliseconds or fewer.', 4310),
    }),
    'How long complete replies took to their end, cut to three significant digits; null if there are none.',
  ),
};

/** The activity of a workspace by day. */
export const Statistics = Type.Object(
  {
    days: Type.Array(
      Type.Object({
        date: Type.String({ description: 'The day in UTC, such as `2026-01-31`.', examples: ['2026-01-31'] }),
        ...figures,
      }),
      { description: 'One entry per day, oldest first, today last; a day without activity has zeros.' },
    ),
    total: Type.Object(figures, {
      description: 'All days together. A user of several days counts once, so users are fewer than their sum.',
    }),
    previous: Type.Object(figures, {
      description:
        'The same number of days before, up to the present time of day: both periods are equally long so far.',
    }),
    playground: Type.Object(counts, {
      description: 'Trials of all days, from conversations with `playground`. Nothing else counts them.',
    }),
  },
  { title: 'ConversationStatistics' },
);
export type Statistics = Static<typeof Statistics>;

/** The parameters of the statistics: workspace, agent and number of days. */
export const StatisticsQuery = Type.Object(
  {
    workspaceId: idField('Identifier of the workspace to count.', ids.workspace),
    agentId: Type.Optional(idField('Only conversations with this agent; absent for all.', ids.agent)),
    days: Type.Integer({
      minimum: 1,
      maximum: maxDays,
      default: 30,
      description: 'Number of days up to and including today: 1 to 90, 30 by default.',
      examples: [7],
    }),
  },
  { additionalProperties: false, 'x-shown': ['workspaceId', 'days'] },
);
export type StatisticsQuery = Static<typeof StatisticsQuery>;
