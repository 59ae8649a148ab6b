import { type Static, Type } from 'typebox';
import { orNull } from '../../schemas/fields.ts';

const Reason = orNull(Type.String(), 'Why it can’t be used; null if it can.');

/** The models of the instance, and whether they can be used. */
export const ModelList = Type.Object(
  {
    default: Type.String({ description: 'The model of an agent that is created without one.' }),
    items: Type.Array(
      Type.Object({
        _id: Type.String({ description: 'Value for an agent’s `model`: `provider/name`.' }),
        provider: Type.String({ description: 'Name of the provider.' }),
        usable: Type.Boolean({ description: 'Whether the model can be used on this instance.' }),
        reason: Reason,
      }),
      { description: 'The known models.' },
    ),
    providers: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the provider: the part of a model’s name before the `/`.' }),
        usable: Type.Boolean({ description: 'Whether the provider can be used on this instance.' }),
        reason: Reason,
        open: Type.Boolean({ description: 'Whether the provider accepts other model names than those in `items`.' }),
      }),
      { description: 'The providers of the instance.' },
    ),
  },
  { title: 'ModelList' },
);
export type ModelList = Static<typeof ModelList>;
