import { Type } from 'typebox';

/** The parameters of a deletion. */
export const SourceRemoval = Type.Object(
  {
    force: Type.Optional(
      Type.Boolean({
        description: 'Delete it although agents use it; they lose it at once. False by default.',
        examples: [true],
      }),
    ),
    dryRun: Type.Optional(
      Type.Boolean({
        description: 'Answer with what would be deleted, by kind, and delete nothing. False by default.',
        examples: [true],
      }),
    ),
  },
  { additionalProperties: false, 'x-shown': ['force'] },
);
