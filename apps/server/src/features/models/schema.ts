import { type Static, Type } from 'typebox';

const Reason = Type.Union([Type.String(), Type.Null()], { description: 'Why it can’t be used; null where it can.' });

/** The models that agents can have, and whether they can be used. */
export const ModelList = Type.Object(
  {
    default: Type.String({ description: 'The model of an agent that names none.' }),
    items: Type.Array(
      Type.Object({
        _id: Type.String({ description: 'What an agent’s `model` is set to: `provider/name`.' }),
        provider: Type.String(),
        usable: Type.Boolean(),
        reason: Reason,
      }),
    ),
    providers: Type.Array(
      Type.Object({
        name: Type.String(),
        usable: Type.Boolean(),
        reason: Reason,
        open: Type.Boolean({ description: 'Whether it takes other names than those listed.' }),
      }),
    ),
  },
  { title: 'ModelList' },
);
export type ModelList = Static<typeof ModelList>;
