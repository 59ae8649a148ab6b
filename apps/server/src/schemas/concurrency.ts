import { type Static, Type } from 'typebox';

const use = (what: string) =>
  Type.Object(
    {
      limit: Type.Integer({ description: `Max ${what} at once, set by the plan.` }),
      used: Type.Integer({ minimum: 0, description: `Number of ${what} now.` }),
    },
    { description: `The ${what} of the account.` },
  );

/** What an account has under way at once, and the limits of its plan. */
export const ConcurrencyField = Type.Object(
  { replies: use('replies being written'), streams: use('open streams'), exports: use('running exports') },
  { description: 'What is under way in the workspaces of the account, whoever started it.' },
);
export type ConcurrencyField = Static<typeof ConcurrencyField>;
