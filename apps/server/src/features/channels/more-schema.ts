import { type Static, Type } from 'typebox';
import { channelTypes } from './kinds/kinds.ts';

/** What is deleted with a channel, by kind. */
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

/** What a test of a channel found. */
export const ChannelTest = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether every check is passed.', examples: [true] }),
    checks: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Stable name of the check.', examples: ['agent_active'] }),
        ok: Type.Boolean({ description: 'Whether it is passed.', examples: [true] }),
        message: Type.String({ description: 'What was found.', examples: ['The agent is active.'] }),
      }),
      { description: 'What was checked, in order.' },
    ),
  },
  { title: 'ChannelTest' },
);
export type ChannelTest = Static<typeof ChannelTest>;

/** The kinds of channels. */
export const ChannelTypeList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          type: Type.Unsafe<(typeof channelTypes)[number]>(
            Type.String({ enum: [...channelTypes], description: 'The `type` of its channels.' }),
          ),
          title: Type.String({ description: 'Name of the kind.', examples: ['Website widget'] }),
          description: Type.String({
            description: 'What it is for.',
            examples: ['A chat in the corner of your site, added by one line of HTML.'],
          }),
          settings: Type.Record(Type.String(), Type.Unknown(), {
            description:
              'JSON Schema of its settings, with titles, descriptions and defaults; a field with `writeOnly` is secret.',
            examples: [{ type: 'object', properties: {}, additionalProperties: false }],
          }),
          secret: Type.Union([Type.String({ examples: ['identity'] }), Type.Null()], {
            description:
              'What its secret is for: `identity` (signs tokens of verified visitors) or `signature` (signs requests); ' +
              'null if it has none.',
          }),
          urls: Type.Array(Type.String(), {
            description: 'Names of the addresses of its channels.',
            examples: [['script', 'page']],
          }),
          steps: Type.Array(Type.String(), {
            description:
              'What to do once to connect it, in order. `{page}`, `{script}`, `{inbound}` and `{channel}` stand for ' +
              'the addresses and the identifier of the channel.',
            examples: [['Share this link: {page}']],
          }),
        },
        { title: 'ChannelKind' },
      ),
      { description: 'Every kind that this version has.' },
    ),
  },
  { title: 'ChannelTypeList' },
);
export type ChannelTypeList = Static<typeof ChannelTypeList>;
