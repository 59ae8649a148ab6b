import { type Static, Type } from 'typebox';
import { exampleIds as ids } from '../../schemas/examples.ts';
import { mostlyNull } from '../../schemas/fields.ts';
import { channelTypes } from './kinds/kinds.ts';

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
        maxLength: 100,
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
            description: 'Purpose of the kind.',
            examples: ['A chat in the corner of your site, added by one line of HTML.'],
          }),
          settings: Type.Record(Type.String(), Type.Unknown(), {
            description:
              'JSON Schema of its settings, with titles, descriptions and defaults; a field with `writeOnly` is secret, ' +
              'and must be given again after a change of one that its `x-goes-to` names.',
            examples: [{ type: 'object', properties: {}, additionalProperties: false }],
          }),
          secret: Type.Union([Type.String({ examples: ['identity'] }), Type.Null()], {
            description:
              'Use of its secret: `identity` (signs tokens of verified visitors), `signature` (signs requests) or ' +
              '`verification` (shows that requests are those of the platform); null if it has none.',
          }),
          urls: Type.Array(Type.String(), {
            description: 'Names of the addresses of its channels.',
            examples: [['script', 'page']],
          }),
          isTried: Type.Boolean({
            description: 'True if `POST /api/agents/{id}/channels/check` asks the platform about settings.',
            examples: [true],
          }),
          recipient: mostlyNull(
            Type.Object(
              {
                title: Type.String({ description: 'Name of the identifier.', examples: ['Chat ID'] }),
                description: Type.String({
                  description: 'Says how to find the identifier.',
                  examples: ['Shown by @userinfobot.'],
                }),
              },
              { title: 'ChannelRecipient' },
            ),
            'Recipient of a test message (`to` of a test); null if no test message can be sent.',
          ),
          steps: Type.Array(Type.String(), {
            description:
              'Steps to connect it, in order. `{page}`, `{script}`, `{inbound}` and `{channel}` stand for the addresses ' +
              'and the identifier of the channel.',
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
