import { type Static, Type } from 'typebox';
import type { Counts } from '../../../storage/belongings.ts';

const amountOf = (of: string, example: number) =>
  Type.Integer({ minimum: 0, description: `Number of ${of}.`, examples: [example] });

const countFields = {
  agents: amountOf('agents', 4),
  conversations: amountOf('conversations', 120),
  messages: amountOf('messages', 960),
  channels: amountOf('channels', 2),
  knowledgeSources: amountOf('knowledge sources', 0),
  apiKeys: amountOf('API keys that are bound to the workspace and not revoked', 1),
  members: amountOf('members, with the caller', 3),
  invitations: amountOf('open invitations', 1),
  files: amountOf('stored files', 0),
  bytes: amountOf('bytes of the stored files', 0),
} satisfies Record<keyof Counts, unknown>;

/** Numbers of objects that are deleted with a workspace, by kind. */
export const WorkspaceDependents = Type.Object(countFields, { title: 'WorkspaceDependents' });
export type WorkspaceDependents = Static<typeof WorkspaceDependents>;

/** The parameters of a deletion: the confirmation, or a preview. */
export const WorkspaceRemoval = Type.Object(
  {
    confirm: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Name of the workspace. Required unless `dryRun` is true.',
        examples: ['Bookshop'],
      }),
    ),
    dryRun: Type.Optional(
      Type.Boolean({
        description: 'Answer with what would be deleted, by kind, and delete nothing. False by default.',
        examples: [true],
      }),
    ),
  },
  { additionalProperties: false, 'x-shown': ['confirm'] },
);
export type WorkspaceRemoval = Static<typeof WorkspaceRemoval>;
