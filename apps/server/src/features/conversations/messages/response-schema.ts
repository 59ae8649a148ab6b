import { Type } from 'typebox';
import { invalid } from '../../../errors.ts';
import type { AnsweringAgent } from '../../../replies/agent.ts';
import { checkSchema } from '../../../tools/schemas/check-schema.ts';

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

/** Throws `validation_failed` if a schema isn't one, or is too large. */
export function checkResponseSchema({ responseSchema }: WithResponseSchema): void {
  if (responseSchema === undefined) return;
  const wrong = checkSchema(responseSchema).map(({ path, message }) => ({
    path: path === '' ? 'responseSchema' : `responseSchema.${path}`,
    message,
  }));
  if (wrong.length > 0) throw invalid(wrong);
}

/** Returns the agent. Throws `validation_failed` if it can't reply in a schema: its sentences are checked one by one. */
export function withSchema(agent: AnsweringAgent, { responseSchema }: WithResponseSchema): AnsweringAgent {
  if (responseSchema === undefined || agent.answerMode !== 'grounded') return agent;
  const message = 'needs an agent whose `answerMode` is `open`: a grounded reply is made of sentences';
  throw invalid([{ path: 'responseSchema', message }]);
}
