import { Type } from 'typebox';

/** The JSON Schema of a reply, in a body. */
export const ResponseSchema = Type.Optional(
  Type.Unsafe<Readonly<Record<string, unknown>>>(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'A JSON Schema with `type: object`: the `content` of the reply is then JSON that is valid against it. Draft 7 ' +
        'or 2020-12, at most 32 KiB and 32 levels deep, `$ref` only within it. Not for an agent whose `answerMode` is ' +
        '`grounded`. Any text unless set.',
      examples: [
        {
          type: 'object',
          properties: { mood: { type: 'string', enum: ['happy', 'angry'] }, urgent: { type: 'boolean' } },
          required: ['mood', 'urgent'],
        },
      ],
    }),
  ),
);

/** The schema of a reply; undefined if it may be any text. */
export interface WithResponseSchema {
  readonly responseSchema?: Readonly<Record<string, unknown>> | undefined;
}
