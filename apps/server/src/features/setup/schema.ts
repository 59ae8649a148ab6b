import { type Static, Type } from 'typebox';
import { nameField } from '../../schemas/fields.ts';

/** Whether the instance waits for its first owner. */
export const SetupState = Type.Object({ open: Type.Literal(true) }, { title: 'SetupState' });

/** How the first owner is made. */
export const Setup = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 100, description: 'The token of the link that the server printed.' }),
    email: Type.String({ format: 'email', maxLength: 254 }),
    password: Type.String({ minLength: 1, maxLength: 1024, description: '12 to 1,024 characters.' }),
    name: Type.Optional(Type.String({ maxLength: 200 })),
    workspaceName: Type.Optional(
      nameField({ most: 100, maxLength: 200, description: '1 to 100 characters after trimming.' }),
    ),
  },
  { additionalProperties: false, title: 'Setup' },
);
export type Setup = Static<typeof Setup>;

/** The first owner, signed in. */
export const SetupDone = Type.Object(
  {
    user: Type.Object({ _id: Type.String(), email: Type.String(), name: Type.String() }),
    workspace: Type.Object({ _id: Type.String(), name: Type.String() }),
  },
  { title: 'SetupDone' },
);
export type SetupDone = Static<typeof SetupDone>;
