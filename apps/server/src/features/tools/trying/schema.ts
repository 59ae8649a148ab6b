import { type Static, Type } from 'typebox';
import { mostlyNull } from '../../../schemas/fields.ts';

/** Max characters of the result and of each body that an answer shows. */
export const maxShown = 32_000;

/** The body that tries a tool. */
export const ToolTrial = Type.Object(
  {
    arguments: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: 200,
        description: 'Arguments of the call, valid for the schema of the tool. None unless set.',
        examples: [{ number: '1042' }],
      }),
    ),
    name: Type.Optional(
      Type.String({
        ...{ minLength: 1, maxLength: 128 },
        description:
          'Name of the definition to call, at its server or as models name it; needed only for a tool that has several.',
        examples: ['find_order'],
      }),
    ),
  },
  { additionalProperties: false, title: 'ToolTrial', 'x-shown': ['arguments'] },
);
export type ToolTrial = Static<typeof ToolTrial>;

const headers = (example: Readonly<Record<string, string>>) =>
  Type.Record(Type.String(), Type.String(), { description: 'Headers by their names.', examples: [example] });

/** The outcome of a call. */
export const TriedTool = Type.Object(
  {
    ok: Type.Boolean({ description: 'True if the call succeeded.', examples: [true] }),
    content: Type.String({
      description: 'The text that the model would get: the result, or what went wrong.',
      examples: ['{"status":"shipped"}'],
    }),
    latencyMs: Type.Integer({ minimum: 0, description: 'Duration of the call in ms.', examples: [182] }),
    request: mostlyNull(
      Type.Object(
        {
          method: Type.String({ description: 'Method.', examples: ['GET'] }),
          url: Type.String({ description: 'Address.', examples: ['https://api.example.com/orders/1042'] }),
          headers: headers({ accept: 'application/json' }),
          body: mostlyNull(Type.String(), 'Body; null without one.'),
        },
        { title: 'TriedRequest' },
      ),
      'The request that was sent, without secrets; null if none was.',
    ),
    reply: mostlyNull(
      Type.Object(
        {
          status: Type.Integer({ description: 'HTTP status.', examples: [200] }),
          headers: headers({ 'content-type': 'application/json' }),
          body: Type.String({ description: 'Body as text.', examples: ['{"status":"shipped"}'] }),
        },
        { title: 'TriedReply' },
      ),
      'The reply of the server, without secrets; null without one.',
    ),
  },
  {
    title: 'TriedTool',
    description: 'Secrets are replaced by `[redacted]`, and texts cut after 32,000 characters.',
  },
);
export type TriedTool = Static<typeof TriedTool>;
