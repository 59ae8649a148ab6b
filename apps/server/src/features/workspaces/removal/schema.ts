import { type Static, Type } from 'typebox';
import type { Counts } from '../../../storage/belongings.ts';

const amountOf = (of: string) => Type.Integer({ description: `Number of ${of}.` });

const countFields = {
  agents: amountOf('agents'),
  conversations: amountOf('conversations'),
  messages: amountOf('messages'),
  channels: amountOf('channels'),
  knowledgeSources: amountOf('knowledge sources'),
  apiKeys: amountOf('API keys that are bound to the workspace and not revoked'),
  members: amountOf('members, with the caller'),
  invitations: amountOf('open invitations'),
  files: amountOf('stored files'),
  bytes: amountOf('bytes of the stored files'),
} satisfies Record<keyof Counts, unknown>;

/** What is deleted with a workspace, by kind. */
export const WorkspaceDependents = Type.Object(countFields, { title: 'WorkspaceDependents' });
export type WorkspaceDependents = Static<typeof WorkspaceDependents>;

/** The parameters of a deletion: the confirmation, or a preview. */
export const WorkspaceRemoval = Type.Object(
  {
    confirm: Type.Optional(
      Type.String({ maxLength: 200, description: 'Name of the workspace. Required unless `dryRun` is true.' }),
    ),
    dryRun: Type.Optional(
      Type.Boolean({ description: 'Answer with what would be deleted, by kind, and delete nothing.' }),
    ),
  },
  { additionalProperties: false },
);
export type WorkspaceRemoval = Static<typeof WorkspaceRemoval>;
