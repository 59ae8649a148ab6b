import { type Static, Type } from 'typebox';
import { mostlyNull } from '../schemas/fields.ts';
import { channelTypes } from './kinds.ts';

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
