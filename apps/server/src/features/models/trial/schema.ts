import { type Static, Type } from 'typebox';
import { mostlyNull, orNull } from '../../../schemas/fields.ts';
import { maxCharacters } from '../../../schemas/limits.ts';
import { ModelFailure } from '../failure-schema.ts';

/** The body that tries a model. */
export const ModelTestBody = Type.Object(
  {
    model: Type.String({
      minLength: 1,
      maxLength: maxCharacters.model,
      description: 'The model: `provider/name`.',
      examples: ['openai/gpt-5-mini'],
    }),
  },
  { additionalProperties: false, title: 'ModelTestParams' },
);
export type ModelTestBody = Static<typeof ModelTestBody>;

/** Result of a model's test. */
export const ModelTest = Type.Object(
  {
    ok: Type.Boolean({ description: 'True if the model replied.', examples: [true] }),
    model: Type.String({ description: 'The model as `provider/name`.', examples: ['openai/gpt-5-mini'] }),
    reply: orNull(
      Type.String({ examples: ['OK'] }),
      'Its reply to “Reply with the word OK.”, up to 200 characters; null unless `ok`.',
    ),
    latencyMs: orNull(
      Type.Integer({ minimum: 0, examples: [840] }),
      'Milliseconds until its first word; null unless `ok`.',
    ),
    failure: mostlyNull(ModelFailure, 'Why it did not reply; null if `ok`.'),
  },
  { title: 'ModelTest' },
);
export type ModelTest = Static<typeof ModelTest>;
