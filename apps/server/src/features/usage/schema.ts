import { type Static, Type } from 'typebox';
import { ConcurrencyField } from '../../schemas/concurrency.ts';
import { exampleIds as ids, exampleTimes as times } from '../../schemas/examples.ts';
import { timeField } from '../../schemas/fields.ts';
import { type QuotaKind, quotaNames } from '../../storage/quotas/kinds.ts';

/** The number of hours that the usage covers. */
export const shownHours = 24;

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] });

/** The requests of an account's keys: in the current rate-limit window, and by hour. */
export const Usage = Type.Object(
  {
    plan: Type.String({ description: 'Plan of the account: `free`, `pro` or `business`.', examples: ['free'] }),
    rateLimit: Type.Object(
      {
        limit: Type.Integer({
          description:
            'Max requests per minute of all keys and of messages from the dashboard together, set by the plan.',
          examples: [60],
        }),
        used: count('Number of requests in the current window.', 12),
        remaining: count('Number of requests left in the current window.', 48),
        resetsAt: timeField('Time at which the current window ends', times.soon),
      },
      { description: 'The current rate-limit window of the account’s keys, and of messages from the dashboard.' },
    ),
    concurrency: ConcurrencyField,
    total: count(
      'Number of requests of all keys in the last 24 hours. Requests refused by the rate limit or for concurrency aren’t counted.',
      310,
    ),
    hours: Type.Array(
      Type.Object({
        startsAt: timeField('Start of the hour'),
        requests: count('Number of requests of all keys.', 310),
      }),
      {
        description:
          'The last 24 hours, oldest first, the current hour last. With several processes, late by up to 30 seconds.',
      },
    ),
    keys: Type.Array(
      Type.Object({
        _id: Type.String({ description: 'API key identifier.', examples: [ids.apiKey] }),
        name: Type.String({ description: 'Name of the key.', examples: ['Nightly export'] }),
        lastFour: Type.String({ description: 'The last four characters of the key.', examples: ['x0Zq'] }),
        requests: count('Number of requests of the key in the last 24 hours.', 310),
        hours: Type.Array(Type.Integer({ minimum: 0 }), {
          description: 'Number of requests of the key in each of the 24 hours, oldest first.',
          examples: [[...Array.from({ length: shownHours - 1 }, () => 0), 310]],
        }),
      }),
      { description: 'The keys with the most requests, most first; max 20.' },
    ),
  },
  { title: 'Usage' },
);
export type Usage = Static<typeof Usage>;

/** Used amounts of everything for which an account has a quota. */
export const Quotas = Type.Object(
  {
    plan: Type.String({ description: 'Plan of the account: `free`, `pro` or `business`.', examples: ['free'] }),
    items: Type.Array(
      Type.Object({
        kind: Type.Unsafe<QuotaKind>(
          Type.String({
            enum: quotaNames,
            examples: ['agents'],
            description:
              'Name of the quota; `storedBytes` counts the bytes of files, `knowledgeBytes` those of the text of sources.',
          }),
        ),
        used: count('Amount that the account has, in all of its workspaces.', 4),
        limit: Type.Union([Type.Integer({ minimum: 1, examples: [50] }), Type.Null()], {
          description: 'Amount that it may have, set by the plan; null if unlimited.',
        }),
      }),
      { description: 'The quotas, always in the same order.' },
    ),
  },
  { title: 'Quotas' },
);
export type Quotas = Static<typeof Quotas>;
