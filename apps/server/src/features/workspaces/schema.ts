import { type Static, Type } from 'typebox';
import { type Permission, permissions, type Role, roles } from '../../access/scopes.ts';
import { nameField } from '../../schemas/fields.ts';
import { listQuery } from '../../schemas/lists.ts';

const Time = Type.String({ format: 'date-time' });
const Name = nameField({ most: 100, maxLength: 200, description: '1 to 100 characters after trimming.' });
/** The role of a member. */
export const RoleName = Type.Unsafe<Role>(Type.String({ enum: roles }));
const Permissions = Type.Array(Type.Unsafe<Permission>(Type.String({ enum: permissions })));

/** A workspace, and what the caller may do there. */
export const Workspace = Type.Object(
  {
    _id: Type.String(),
    name: Type.String(),
    role: RoleName,
    permissions: Permissions,
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'Workspace' },
);
export type Workspace = Static<typeof Workspace>;

/** What a workspace is created from. */
export const WorkspaceDraft = Type.Object({ name: Name }, { additionalProperties: false, title: 'WorkspaceDraft' });
export type WorkspaceDraft = Static<typeof WorkspaceDraft>;

/** The fields of an update; absent fields stay as they are. */
export const WorkspaceChanges = Type.Object(
  { name: Type.Optional(Name) },
  { additionalProperties: false, title: 'WorkspaceChanges' },
);
export type WorkspaceChanges = Static<typeof WorkspaceChanges>;

/** The parameters of every list here. */
export const WorkspaceQuery = listQuery({});
export type PageQuery = Static<typeof WorkspaceQuery>;

/** The path of one workspace, and of its lists. */
export const WorkspacePath = Type.Object({ id: Type.String({ description: 'The workspace identifier.' }) });
