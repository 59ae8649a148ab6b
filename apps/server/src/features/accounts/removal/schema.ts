import { type Static, Type } from 'typebox';

const amountOf = (of: string) => Type.Integer({ description: `Number of ${of}.` });

/** What is deleted with the caller's user. */
export const MeDependents = Type.Object(
  {
    workspaces: Type.Array(
      Type.Object({
        _id: Type.String({ description: 'Workspace identifier.' }),
        name: Type.String({ description: 'Workspace name.' }),
      }),
      { description: 'The workspaces that are deleted, because the user is their only member.' },
    ),
    memberships: amountOf('workspaces that the user leaves and that stay'),
    apiKeys: amountOf('API keys of the user that are not revoked'),
    sessions: amountOf('sessions'),
    agents: amountOf('agents in the deleted workspaces'),
    conversations: amountOf('conversations in the deleted workspaces'),
    messages: amountOf('messages in the deleted workspaces'),
    channels: amountOf('channels in the deleted workspaces'),
    knowledgeSources: amountOf('knowledge sources in the deleted workspaces'),
    invitations: amountOf('open invitations into the deleted workspaces'),
    files: amountOf('stored files in the deleted workspaces'),
    bytes: amountOf('bytes of these files'),
  },
  { title: 'MeDependents' },
);
export type MeDependents = Static<typeof MeDependents>;

/** The parameters of the deletion: whether it is only a preview. */
export const MeRemovalQuery = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Boolean({ description: 'Answer with what would be deleted, by kind, and delete nothing.' }),
    ),
  },
  { additionalProperties: false },
);

/** The confirmation of the deletion. */
export const MeRemoval = Type.Object(
  {
    password: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1_024, description: 'Your password. Required unless `dryRun` is true.' }),
    ),
  },
  { additionalProperties: false, title: 'MeRemoval' },
);
export type MeRemoval = Static<typeof MeRemoval>;
