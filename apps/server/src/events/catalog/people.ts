import { Type } from 'typebox';
import { exampleIds } from '../../schemas/examples.ts';
import { about, happened } from './event-kind.ts';

const { fields, invitation, key, role, user, workspace } = about;
const rotatedFrom = Type.Optional(
  Type.String({ description: 'Identifier of the key that it replaces.', examples: [exampleIds.apiKey] }),
);

/** Events of people, workspaces, keys and sessions. */
export const peopleEvents = {
  'workspace.created': happened('A workspace was created.', { workspace }),
  'workspace.updated': happened('A workspace was changed.', { workspace }),
  'workspace.deleted': happened('A workspace was deleted.', { workspace }),
  'member.added': happened('A person joined a workspace.', { user, role }),
  'member.updated': happened('A member was changed.', { user }),
  'member.removed': happened('A member left a workspace, or was removed.', { user }),
  'invitation.created': happened('A person was invited.', { invitation, role }),
  'invitation.revoked': happened('An invitation was withdrawn.', { invitation }),
  'api_key.created': happened('An API key was created.', { key, rotatedFrom }),
  'api_key.updated': happened('An API key was changed.', { key, fields }),
  'api_key.revoked': happened('An API key was revoked.', { key }),
  'user.updated': happened('A person’s own account was changed.', { user }),
  'user.removed': happened('A person was removed.', { user }),
  'password_reset.created': happened('A link for a new password was made.', { user }),
} as const;
