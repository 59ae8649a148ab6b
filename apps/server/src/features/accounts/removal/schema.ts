import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleSecrets as secrets } from '../../../schemas/examples.ts';
import { maxCharacters } from '../../../schemas/limits.ts';

const amountOf = (of: string, example: number) =>
  Type.Integer({ minimum: 0, description: `Number of ${of}.`, examples: [example] });

/** The objects that are deleted with the caller's user. */
export const MeDependents = Type.Object(
  {
    workspaces: Type.Array(
      Type.Object({
        _id: Type.String({ description: 'Workspace identifier.', examples: [ids.workspace] }),
        name: Type.String({ description: 'Workspace name.', examples: ['Bookshop'] }),
      }),
      { description: 'The workspaces that are deleted, because the user is their only member.' },
    ),
    memberships: amountOf('workspaces that the user leaves and that stay', 1),
    apiKeys: amountOf('API keys of the user that are not revoked', 2),
    sessions: amountOf('sessions', 1),
    agents: amountOf('agents in the deleted workspaces', 4),
    conversations: amountOf('conversations in the deleted workspaces', 120),
    messages: amountOf('messages in the deleted workspaces', 960),
    channels: amountOf('channels in the deleted workspaces', 2),
    knowledgeSources: amountOf('knowledge sources in the deleted workspaces', 0),
    invitations: amountOf('open invitations into the deleted workspaces', 1),
    files: amountOf('stored files in the deleted workspaces', 0),
    bytes: amountOf('bytes of these files', 0),
  },
  { title: 'MeDependents' },
);
export type MeDependents = Static<typeof MeDependents>;

/** The parameters of the deletion: whether it is only a preview. */
export const MeRemovalQuery = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Boolean({
        description: 'Answer with what would be deleted, by kind, and delete nothing. False by default.',
        examples: [true],
      }),
    ),
  },
  { additionalProperties: false },
);

/** The confirmation of the deletion. */
export const MeRemoval = Type.Object(
  {
    password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxCharacters.password,
        description: 'Your password. Required unless `dryRun` is true.',
        examples: [secrets.password],
      }),
    ),
  },
  { additionalProperties: false, title: 'MeRemoval' },
);
export type MeRemoval = Static<typeof MeRemoval>;
