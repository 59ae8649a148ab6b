import { type Static, Type } from 'typebox';
import { type Permission, permissions, type Role, roles } from '../../access/scopes.ts';
import { exampleIds as ids, exampleTimes as times } from '../../schemas/examples.ts';
import { nameField, timeField } from '../../schemas/fields.ts';
import { listQuery, sortField } from '../../schemas/lists.ts';

const Name = nameField({
  most: 100,
  maxLength: 200,
  description: 'Workspace name: 1 to 100 characters after trimming, unique in the account.',
  example: 'Bookshop',
});
/** The role of a member; the description names the member. */
export const roleName = (description: string, example: Role = 'editor') =>
  Type.Unsafe<Role>(Type.String({ enum: roles, description, examples: [example] }));

/** A workspace, and what the caller may do there. */
export const Workspace = Type.Object(
  {
    _id: Type.String({ description: 'Workspace identifier, assigned by the service.', examples: [ids.workspace] }),
    name: Type.String({ description: 'Workspace name.', examples: ['Bookshop'] }),
    role: roleName('Role of the caller in the workspace; for an API key, the role of its user.'),
    permissions: Type.Array(Type.Unsafe<Permission>(Type.String({ enum: permissions })), {
      description:
        'Permissions of the caller in the workspace: those that its role and, for an API key, its scopes allow.',
      examples: [['agents:read', 'conversations:read']],
    }),
    requireSecondFactor: Type.Boolean({
      description:
        'True if signed-in users need a second factor to reach the workspace. API keys reach it in any case.',
      examples: [false],
    }),
    auditTexts: Type.Boolean({
      description:
        'True if events keep whole texts before and after a change, such as prompts; otherwise their digest and length.',
      examples: [false],
    }),
    createdAt: timeField('Time of creation'),
    updatedAt: timeField('Time of the last update', times.updated),
  },
  { title: 'Workspace' },
);
export type Workspace = Static<typeof Workspace>;

/** The body that creates a workspace. */
export const WorkspaceDraft = Type.Object({ name: Name }, { additionalProperties: false, title: 'WorkspaceDraft' });
export type WorkspaceDraft = Static<typeof WorkspaceDraft>;

/** The body that updates a workspace; absent fields stay unchanged. */
export const WorkspaceChanges = Type.Object(
  {
    name: Type.Optional(Name),
    requireSecondFactor: Type.Optional(
      Type.Boolean({
        description:
          'True if signed-in users need a second factor to reach the workspace; absent to leave it. Only a ' +
          'signed-in owner who has one can change it.',
        examples: [true],
      }),
    ),
    auditTexts: Type.Optional(
      Type.Boolean({
        description:
          'True to keep whole texts, such as prompts, before and after a change in events for 90 days; absent to leave ' +
          'it. By default, events have only the digest and the length of such texts.',
        examples: [true],
      }),
    ),
  },
  { additionalProperties: false, title: 'WorkspaceChanges' },
);
export type WorkspaceChanges = Static<typeof WorkspaceChanges>;

/** The parameters of the list. */
export const WorkspaceQuery = listQuery({ sort: sortField(['createdAt', 'updatedAt', 'name']) });
export type WorkspaceQuery = Static<typeof WorkspaceQuery>;

/** The identifier of a workspace in a path. */
export const WorkspaceId = Type.String({ description: 'Workspace identifier.', examples: [ids.workspace] });
/** The path of one workspace, and of its lists. */
export const WorkspacePath = Type.Object({ id: WorkspaceId });
