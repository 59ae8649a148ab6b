import { type Static, Type } from 'typebox';

/** Number of rows of each kind that are deleted with a channel. */
export const ChannelDependents = Type.Object(
  {
    conversations: Type.Integer({ minimum: 0, description: 'Number of its conversations.', examples: [14] }),
    messages: Type.Integer({ minimum: 0, description: 'Number of messages in them.', examples: [120] }),
  },
  { title: 'ChannelDependents' },
);
export type ChannelDependents = Static<typeof ChannelDependents>;

/** The parameters of a deletion. */
export const ChannelRemoval = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Boolean({
        description: 'Answer with what would be deleted, by kind, and delete nothing. False by default.',
        examples: [true],
      }),
    ),
  },
  { additionalProperties: false },
);
