import { type Static, Type } from 'typebox';

const use = (what: string, limit: number) =>
  Type.Object(
    {
      limit: Type.Integer({ description: `Max ${what} at once, set by the plan.`, examples: [limit] }),
      used: Type.Integer({ minimum: 0, description: `Number of ${what} now.`, examples: [1] }),
    },
    { description: `The ${what} of the account.` },
  );

/** The slots that an account uses now, and the limits of its plan. */
export const ConcurrencyField = Type.Object(
  { replies: use('replies being written', 10), streams: use('open streams', 50), exports: use('running exports', 2) },
  { description: 'Work under way in the workspaces of the account, by any actor.' },
);
export type ConcurrencyField = Static<typeof ConcurrencyField>;
