import { type Static, Type } from 'typebox';
import { exampleIds as ids } from '../../schemas/examples.ts';
import { orNull } from '../../schemas/fields.ts';
import { maxCharacters } from '../../schemas/limits.ts';

/** Max days that are asked for by their number, and what that is if it isn't given. */
const maxDays = 90;
export const usualDays = 30;

/** Max channels and people that are listed with their answers: those with most. */
export const mostListed = 100;

/** Max days from `from` to `to`: two years, including a leap day. */
export const longestRange = 731;

const dayField = (description: string, example: string) =>
  Type.String({
    pattern: '^[12]\\d{3}-\\d{2}-\\d{2}$',
    'x-message': 'must be a day such as 2026-01-31',
    description,
    examples: [example],
  });

const idField = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: maxCharacters.id, description, examples: [example] });

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

const satisfaction = Type.Object(
  {
    answered: count('Number of conversations whose visitor answered.', 4),
    average: orNull(
      Type.Number({ minimum: 1, maximum: 5, examples: [4.25] }),
      'Average of the answers, from 1 to 5, with two decimals; null without any.',
    ),
    satisfied: orNull(
      Type.Number({ minimum: 0, maximum: 1, examples: [0.75] }),
      'Share of the answers that are 4 or 5, from 0 to 1, with three decimals; null without any.',
    ),
  },
  {
    description:
      'Answers to how satisfied visitors are, on the day of the answer or its last change. Not the ratings of `feedback`.',
  },
);

const name = (description: string, example: string) => orNull(Type.String({ examples: [example] }), description);

/** The answers of visitors by channel and by person. */
const satisfactionBy = Type.Object(
  {
    channels: Type.Array(
      Type.Object({
        channel: name('Identifier of the channel; null for conversations without one.', ids.channel),
        name: name('Name of the channel.', 'Website'),
        type: name('Type of the channel, such as `widget`.', 'widget'),
        ...satisfaction.properties,
      }),
      { description: `The channels with answers: at most ${mostListed}, those with most answers first.` },
    ),
    people: Type.Array(
      Type.Object({
        user: idField('Identifier of the person who had the conversation when its visitor answered.', ids.user),
        name: name('Name of the person; null if their account was deleted.', 'Ada Lovelace'),
        ...satisfaction.properties,
      }),
      {
        description:
          `The people with answers: at most ${mostListed}, those with most answers first. Conversations ` +
          'without an assignee are only in `channels`.',
      },
    ),
  },
  { description: 'Answers to how satisfied visitors are on all days, by channel and by person.' },
);

const figures = {
  ...counts,
  satisfaction,
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
    'Time until complete replies ended, cut to three significant digits; null if no reply is complete.',
  ),
};

/** The activity of a workspace by day, week or month. */
export const Statistics = Type.Object(
  {
    from: Type.String({ description: 'The first day in UTC, such as `2026-01-31`.', examples: ['2026-01-31'] }),
    to: Type.String({ description: 'The last day in UTC.', examples: ['2026-01-31'] }),
    interval: Type.Unsafe<'day' | 'week' | 'month'>(
      Type.String({
        enum: ['day', 'week', 'month'],
        description: 'Period of an entry of `days`: a day up to 90 days, a week up to 366, otherwise a month.',
        examples: ['day'],
      }),
    ),
    days: Type.Array(
      Type.Object({
        date: Type.String({
          description: 'The first day of the entry in UTC. Weeks begin on Monday; the first and the last may be cut.',
          examples: ['2026-01-31'],
        }),
        ...figures,
      }),
      { description: 'One entry per day, week or month (`interval`), oldest first; one without activity has zeros.' },
    ),
    total: Type.Object(figures, {
      description: 'All days together. A user of several days counts once, so users are fewer than their sum.',
    }),
    previous: Type.Object(figures, {
      description:
        'The same number of days before. If the last day is today, up to the present time of day: both periods are ' +
        'equally long so far.',
    }),
    playground: Type.Object(counts, {
      description: 'Trials of all days, from conversations with `playground`. Nothing else counts them.',
    }),
    satisfactionBy,
    suggestions: Type.Object(
      {
        count: count('Number of drafts, summaries and translations.', 4),
        ...counts.usage.properties,
      },
      { description: 'Texts that agents wrote for people at the desk on all days. Nothing else counts it.' },
    ),
  },
  { title: 'ConversationStatistics' },
);
export type Statistics = Static<typeof Statistics>;

/** The parameters of the statistics: workspace, agent and days. */
export const StatisticsQuery = Type.Object(
  {
    workspaceId: idField('Identifier of the workspace to count.', ids.workspace),
    agentId: Type.Optional(idField('Only conversations with this agent; absent for all.', ids.agent)),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxDays,
        description: `Number of days up to and including \`to\`: 1 to ${maxDays}, ${usualDays} if absent. Not with \`from\`.`,
        examples: [7],
      }),
    ),
    from: Type.Optional(
      dayField(
        `First day, in UTC, instead of \`days\`; with \`to\` at most ${longestRange} days, both included.`,
        '2026-01-01',
      ),
    ),
    to: Type.Optional(dayField('Last day, in UTC; absent for today. It must not be in the future.', '2026-01-31')),
  },
  { additionalProperties: false, 'x-shown': ['workspaceId', 'days'] },
);
export type StatisticsQuery = Static<typeof StatisticsQuery>;
