import { type Static, Type } from 'typebox';
import { orNull } from '../../schemas/fields.ts';
import { listQuery, pageOf, sortField } from '../../schemas/lists.ts';

const Reason = orNull(Type.String(), 'Why it can’t be used; null if it can.');

/** A known model, and whether it can be used; max 1,000 of a provider. */
const Model = Type.Object({
  _id: Type.String({ description: 'Value for an agent’s `model`: `provider/name`.' }),
  provider: Type.String({ description: 'Name of the provider.' }),
  usable: Type.Boolean({ description: 'Whether the model can be used on this instance.' }),
  reason: Reason,
  description: orNull(Type.String(), 'What the model is for; null unless it is built in.'),
});

/** The parameters of the list. */
export const ModelQuery = listQuery({ sort: sortField(['name'], 'name') });
export type ModelQuery = Static<typeof ModelQuery>;

/** The models of the instance, and whether they can be used. */
export const ModelList = Type.Object(
  {
    default: Type.String({
      description:
        'The model of an agent that is created without one: the operator’s choice, or else a current model of the ' +
        'first provider that can be used.',
    }),
    ...pageOf(Model).properties,
    providers: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the provider: the part of a model’s name before the `/`.' }),
        usable: Type.Boolean({ description: 'Whether the provider can be used on this instance.' }),
        reason: Reason,
        open: Type.Boolean({ description: 'Whether the provider accepts other model names than those in `items`.' }),
        listed: Type.Boolean({
          description:
            'Whether `items` has the models that the operator or the provider itself lists; otherwise it only ' +
            'suggests some.',
        }),
        listReason: orNull(Type.String(), 'Why the provider’s list is not known; null if it is.'),
      }),
      { description: 'The providers of the instance.' },
    ),
  },
  { title: 'ModelList' },
);
export type ModelList = Static<typeof ModelList>;
