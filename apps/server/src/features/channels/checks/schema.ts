import { type Static, Type } from 'typebox';
import { channelTypes } from '../../../platforms/kinds.ts';
import { exampleIds as ids } from '../../../schemas/examples.ts';
import { maxCharacters } from '../../../schemas/limits.ts';

/** Result of a test of a channel. */
export const ChannelTest = Type.Object(
  {
    ok: Type.Boolean({ description: 'True if every check passed.', examples: [true] }),
    checks: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Stable name of the check.', examples: ['agent_active'] }),
        ok: Type.Boolean({ description: 'True if it passed.', examples: [true] }),
        message: Type.String({ description: 'Result in a sentence.', examples: ['The agent is active.'] }),
      }),
      { description: 'The checks, in order.' },
    ),
  },
  { title: 'ChannelTest' },
);
export type ChannelTest = Static<typeof ChannelTest>;

/** The body that tests a channel. */
export const ChannelTestDraft = Type.Object(
  {
    to: Type.Optional(
      Type.String({
        ...{ minLength: 1, maxLength: 300 },
        description:
          'Recipient of a test message, as `recipient` of the kind of channel says; absent for no message. Only for ' +
          'kinds with a `recipient`.',
        examples: ['123456789'],
      }),
    ),
  },
  { additionalProperties: false, title: 'ChannelTestDraft', examples: [{}] },
);
export type ChannelTestDraft = Static<typeof ChannelTestDraft>;

/** The body that checks settings before they are saved. */
export const ChannelCheck = Type.Object(
  {
    type: Type.Unsafe<(typeof channelTypes)[number]>(
      Type.String({ enum: [...channelTypes], description: 'Kind of channel.', examples: ['webhook'] }),
    ),
    settings: Type.Record(Type.String(), Type.Unknown(), {
      maxProperties: 50,
      description: 'Settings of its kind; what is absent has the kind’s default, or that of `channel`.',
      examples: [{ url: 'https://example.com/parley' }],
    }),
    channel: Type.Optional(
      Type.String({
        maxLength: maxCharacters.id,
        description:
          'Identifier of a channel of the same type whose settings these would replace. Its secrets are taken, unless ' +
          'they would go to another server: then they must be given.',
        examples: [ids.channel],
      }),
    ),
  },
  { additionalProperties: false, title: 'ChannelCheck', 'x-shown': ['type', 'settings'] },
);
export type ChannelCheck = Static<typeof ChannelCheck>;
