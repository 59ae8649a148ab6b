import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleSecrets as secrets } from '../../schemas/examples.ts';
import { nameField, UserEmail, UserId, UserName } from '../../schemas/fields.ts';
import { maxCharacters } from '../../schemas/limits.ts';

/** State of the set-up, which is open until the instance has its first owner. */
export const SetupState = Type.Object(
  { open: Type.Literal(true, { description: 'Always true; once the first owner exists, the path returns 404.' }) },
  { title: 'SetupState' },
);

/** The body that creates the first owner. */
export const Setup = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The token in the link that the server printed.',
      examples: [secrets.token],
    }),
    email: Type.String({
      format: 'email',
      maxLength: maxCharacters.email,
      description: 'Email address of the owner: up to 254 characters, stored in lower case.',
      examples: ['ada@example.com'],
    }),
    password: Type.String({
      minLength: 1,
      maxLength: maxCharacters.password,
      description: 'Password of the owner: 12 to 1,024 characters.',
      examples: [secrets.password],
    }),
    name: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Name of the owner: up to 200 characters. By default the part of the email address before the `@`.',
        examples: ['Ada Lovelace'],
      }),
    ),
    workspaceName: Type.Optional(
      nameField({
        most: 100,
        maxLength: 200,
        description: 'Name of the first workspace: 1 to 100 characters after trimming. `My workspace` by default.',
        example: 'Bookshop',
      }),
    ),
  },
  { additionalProperties: false, title: 'Setup' },
);
export type Setup = Static<typeof Setup>;

/** The first owner, signed in. */
export const SetupDone = Type.Object(
  {
    user: Type.Object({ _id: UserId, email: UserEmail, name: UserName }, { description: 'The owner, now signed in.' }),
    workspace: Type.Object(
      {
        _id: Type.String({ description: 'Workspace identifier.', examples: [ids.workspace] }),
        name: Type.String({ description: 'Workspace name.', examples: ['Bookshop'] }),
      },
      { description: 'The first workspace.' },
    ),
  },
  { title: 'SetupDone' },
);
export type SetupDone = Static<typeof SetupDone>;
