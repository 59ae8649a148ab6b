import { type Static, Type } from 'typebox';
import { mostlyNull, orNull, textLike } from '../../schemas/fields.ts';
import { listQuery, pageOf, sortField } from '../../schemas/lists.ts';

const Reason = mostlyNull(textLike('It has no API key (OPENAI_API_KEY).'), 'Why it can’t be used; null if it can.');

/** A known model, and whether it can be used; max 1,000 of a provider. */
const Model = Type.Object({
  _id: Type.String({ description: 'Value for an agent’s `model`: `provider/name`.', examples: ['openai/gpt-5-mini'] }),
  provider: Type.String({ description: 'Name of the provider.', examples: ['openai'] }),
  usable: Type.Boolean({ description: 'True if the model can be used on this instance.', examples: [true] }),
  reason: Reason,
  description: mostlyNull(
    textLike('Repeats the message; for tests.'),
    'Purpose of the model; null unless it is built in.',
  ),
});

/** The parameters of the list. */
export const ModelQuery = listQuery({ sort: sortField(['name'], 'name') });
export type ModelQuery = Static<typeof ModelQuery>;

type EmbeddingState = 'works' | 'fails' | 'untried';

/** The embedding model of the instance, as the process that answers has last seen it. */
const Embedding = Type.Object({
  model: Type.String({ description: 'As `provider/name`.', examples: ['openai/text-embedding-3-small'] }),
  state: Type.Unsafe<EmbeddingState>(
    Type.String({
      enum: ['works', 'fails', 'untried'] satisfies EmbeddingState[],
      description: 'Result of its last call; `untried` if this process has not called it since it started.',
    }),
  ),
  reason: mostlyNull(
    textLike('It could not be reached (ECONNREFUSED).'),
    'Reason of the failure; null unless it fails.',
  ),
  dimensions: orNull(Type.Integer({ minimum: 1, examples: [1536] }), 'Length of its vectors; null unless it works.'),
});

/** The models of the instance, and whether they can be used. */
export const ModelList = Type.Object(
  {
    default: Type.String({
      description:
        'The model of an agent that is created without one: the operator’s choice, or else a current model of the ' +
        'first provider that can be used.',
      examples: ['openai/gpt-5-mini'],
    }),
    ...pageOf(Model).properties,
    providers: Type.Array(
      Type.Object({
        name: Type.String({
          description: 'Name of the provider: the part of a model’s name before the `/`.',
          examples: ['openai'],
        }),
        usable: Type.Boolean({ description: 'True if the provider can be used on this instance.', examples: [true] }),
        reason: Reason,
        open: Type.Boolean({
          description: 'True if the provider accepts other model names than those in `items`.',
          examples: [true],
        }),
        listed: Type.Boolean({
          description:
            'Whether `items` has the models that the operator or the provider itself lists; otherwise it only ' +
            'suggests some.',
          examples: [true],
        }),
        listReason: mostlyNull(
          textLike('The provider did not answer in time.'),
          'Why the provider’s list is not known; null if it is.',
        ),
      }),
      { description: 'The providers of the instance.' },
    ),
    embedding: orNull(
      Embedding,
      'The model that embeds knowledge sources; null if the operator has set none: sources are searched by words.',
    ),
  },
  { title: 'ModelList', 'x-shown': ['default', 'items', 'nextCursor', 'providers', 'embedding'] },
);
export type ModelList = Static<typeof ModelList>;
