import { type Static, Type } from 'typebox';

/** The hours that the chart of the last day holds. */
export const shownHours = 24;

const Time = Type.String({ format: 'date-time' });
const Count = Type.Integer({ minimum: 0 });

/** What an account's keys have used: of the present minute, and hour by hour. */
export const Usage = Type.Object(
  {
    plan: Type.String(),
    rateLimit: Type.Object(
      {
        limit: Type.Integer({ description: 'Requests per minute that the plan allows, all keys together.' }),
        used: Count,
        remaining: Count,
        resetsAt: Time,
      },
      { description: 'The window of the account’s keys, as it is now.' },
    ),
    total: Type.Integer({ minimum: 0, description: 'Requests of all keys in the hours shown.' }),
    hours: Type.Array(
      Type.Object({ startsAt: Time, requests: Type.Integer({ minimum: 0, description: 'Requests of all keys.' }) }),
      {
        description:
          'The last 24 hours, the present one last. Late by half a minute at most where several processes serve.',
      },
    ),
    keys: Type.Array(
      Type.Object({
        _id: Type.String(),
        name: Type.String(),
        lastFour: Type.String(),
        requests: Count,
        hours: Type.Array(Count, { description: 'Requests in each of the hours.' }),
      }),
      { description: 'The keys with the most requests, 20 at most.' },
    ),
  },
  { title: 'Usage' },
);
export type Usage = Static<typeof Usage>;
