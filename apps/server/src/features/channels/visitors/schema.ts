import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { WidgetSettings } from '../../../platforms/web/settings.ts';
import { exampleIds as ids, exampleTimes as times } from '../../../schemas/examples.ts';
import { mostlyNull, textLike } from '../../../schemas/fields.ts';

/** Max characters of a proof of identity, and of a token: any fits into the body of a public endpoint. */
const maxToken = 2000;

/** The path of the visitors of a channel. */
export const VisitorsPath = Type.Object({
  id: Type.String({ description: 'Channel identifier.', examples: [ids.channel] }),
});

/** The body that lets a visitor in; every field is optional. */
export const VisitorDraft = Type.Object(
  {
    token: Type.Optional(
      Type.String({
        maxLength: maxToken,
        description:
          'The token that the visitor has from before. It is renewed if it is still good and of the same person; ' +
          'otherwise it is ignored, and the visitor is a new one.',
        examples: ['pvt_WyJj…'],
      }),
    ),
    identity: Type.Optional(
      Type.String({
        maxLength: maxToken,
        description:
          'Proof of who the visitor is: a JWT that your server signs with HS256 and the secret of the channel, with ' +
          'your ID for the person as `sub` and `exp` at most 24 hours ahead. None for an anonymous visitor.',
        examples: ['eyJhbGciOiJIUzI1NiJ9…'],
      }),
    ),
    origin: Type.Optional(
      Type.String({
        maxLength: 300,
        description: 'Origin of the page that embeds the chat; absent if none does.',
        examples: ['https://example.com'],
      }),
    ),
  },
  { additionalProperties: false, title: 'VisitorDraft', 'x-shown': ['identity'] },
);
export type VisitorDraft = Static<typeof VisitorDraft>;

/** A setting as it is shown: without the title of its form field, which would be the name of a type here. */
function untitled<Schema extends TSchema>(schema: Schema): Schema {
  const {
    title: _title,
    default: _default,
    properties,
    ...rest
  } = schema as TSchema & Partial<TObject> & { title?: unknown; default?: unknown };
  const inner = properties && Object.entries(properties).map(([name, each]) => [name, untitled(each)]);
  return { ...rest, ...(inner && { properties: Object.fromEntries(inner) }) } as unknown as Schema;
}

const { greeting, suggestions, language, theme, texts, position, feedback, citations, sound, titleBadge, form } =
  WidgetSettings.properties;
const { satisfaction } = WidgetSettings.properties;

/** A visitor with a token, and what the chat shows. */
export const VisitorSession = Type.Object(
  {
    token: Type.String({
      description: 'The token of the visitor: send it as `Authorization: Bearer <token>`.',
      examples: ['pvt_WyJj…'],
    }),
    expiresAt: Type.String({
      format: 'date-time',
      description: 'Time at which the token expires (ISO 8601); send it here again before that to renew it.',
      examples: [times.updated],
    }),
    visitor: Type.Object(
      {
        id: Type.String({
          description: 'Identifier of the visitor, the `userId` of the conversations; `sub` of a verified one.',
          examples: ['visitor_01kg9vq40efm2s7x9r1c3k5z8w'],
        }),
        name: mostlyNull(textLike('Ada'), 'Name of the visitor from the proof of identity; null if it has none.'),
        verified: Type.Boolean({
          description: 'True if your server has proven the visitor’s identity.',
          examples: [false],
        }),
        form: mostlyNull(
          Type.Record(Type.String(), Type.Union([Type.String(), Type.Boolean()]), { examples: [{}] }),
          'Earlier answers of the visitor to the form of the channel, which a new conversation has, too; null if ' +
            'nothing was answered.',
        ),
      },
      { description: 'The visitor that the token belongs to.' },
    ),
    channel: Type.Object(
      {
        _id: Type.String({ description: 'Channel identifier.', examples: [ids.channel] }),
        type: Type.Unsafe<'widget' | 'page'>(
          Type.String({ enum: ['widget', 'page'], description: 'The kind of the channel.' }),
        ),
        agent: Type.String({ description: 'Identifier of the agent that replies.', examples: [ids.agent] }),
        title: Type.String({ description: 'Title of the chat; the agent’s name unless set.', examples: ['Help'] }),
        picture: mostlyNull(
          Type.String({
            examples: ['/chat/channel_01kg9vq40efm2s7x9r1c3k5z8w/picture-9f86d081884c7d659a2feaa0c55ad015'],
          }),
          'Path of the picture in the head, on this service; null for the seal of the agent.',
        ),
        ...{ greeting: untitled(greeting), suggestions: untitled(suggestions), theme: untitled(theme) },
        ...{
          language: untitled(language),
          texts: untitled(texts),
          position: untitled(position),
          sound: untitled(sound),
          titleBadge: untitled(titleBadge),
        },
        ...{ feedback: untitled(feedback), citations: untitled(citations), form: untitled(form) },
        transcript: Type.Boolean({
          description: 'True if the visitor can have a transcript mailed: the channel allows it, and mail is set up.',
          examples: [false],
        }),
        handover: Type.Boolean({
          description: 'True if the visitor can ask for a person, with `POST /api/conversations/{id}/handover`.',
          examples: [false],
        }),
        satisfaction: untitled(satisfaction),
        available: Type.Boolean({
          description: 'True if messages get a reply. False while the agent is inactive: then they are only stored.',
          examples: [true],
        }),
        messageLength: Type.Integer({ description: 'Max characters of a message.', examples: [4_000] }),
        offlineMessage: mostlyNull(
          textLike('We are back on Monday.'),
          'Text for visitors while the agent is inactive; null for no text.',
        ),
      },
      { description: 'Data that the chat shows.' },
    ),
  },
  { title: 'VisitorSession' },
);
export type VisitorSession = Static<typeof VisitorSession>;
