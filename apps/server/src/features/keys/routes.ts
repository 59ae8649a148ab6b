import type { Principal } from '../../access/actor.ts';
import type { Permission } from '../../access/scopes.ts';
import { endpoint } from '../../http/endpoint.ts';
import { answering } from '../../http/responses/answering.ts';
import { pageOf } from '../../schemas/lists.ts';
import { ApiKey, ApiKeyChanges, ApiKeyDraft, ApiKeyPath, ApiKeyQuery, NewApiKey, Rotation } from './schema.ts';
import type { Keys } from './service.ts';

const tag = 'API keys';

const revoked = { message: 'API key revoked.' };
/** The permission without which a repeat doesn't get the key: the one that the fewest roles grant. */
const highest = (scopes: readonly Permission[]): Permission =>
  scopes.find((scope) => scope === 'workspace:admin') ??
  scopes.find((scope) => scope.endsWith(':write')) ??
  'agents:read';
const createdBy =
  ({ account }: Principal, permissionOf: (key: NewApiKey) => Permission) =>
  (key: NewApiKey) => {
    const permission = permissionOf(key);
    const place = key.workspace === null ? { account: account.id } : { workspace: key.workspace };
    return { data: key, right: { permission, ...place } };
  };

/** The operations on API keys. A key can't create keys: an operation that returns a secret requires a session. */
export const keyEndpoints = (keys: Keys) => [
  endpoint({
    id: 'createApiKey',
    client: 'apiKeys.create',
    method: 'POST',
    path: '/api/api-keys',
    access: 'session',
    confirmed: true,
    tag,
    summary: 'Create an API key',
    description:
      'The key is yours and is returned once. It has at most the scopes that your role allows: in its workspace, ' +
      'or in at least one workspace of your account.',
    body: ApiKeyDraft,
    data: NewApiKey,
    status: 201,
    secret: true,
    location: (key) => `/api/api-keys/${key._id}`,
    errors: ['quota_exceeded', 'workspace_not_found', 'insufficient_role'],
    handle: (call) =>
      answering(
        call,
        createdBy(call.actor, ({ scopes }) => highest(scopes)),
        (along) => keys.create(call.actor, call.body, along),
      ),
  }),
  endpoint({
    id: 'listApiKeys',
    client: 'apiKeys.list',
    method: 'GET',
    path: '/api/api-keys',
    access: 'workspace:admin',
    tag,
    summary: 'List API keys',
    description: 'Your own keys. Owners and admins also get those of the workspaces and accounts that they administer.',
    query: ApiKeyQuery,
    data: pageOf(ApiKey),
    scans: true,
    handle: async (call) => ({ json: await keys.list(call.actor, call.query, call.awaited) }),
  }),
  endpoint({
    id: 'getApiKey',
    client: 'apiKeys.retrieve',
    method: 'GET',
    path: '/api/api-keys/:id',
    access: 'workspace:admin',
    tag,
    summary: 'Get an API key',
    description: 'Never the key itself, which is returned once, at creation.',
    params: ApiKeyPath,
    data: ApiKey,
    errors: ['api_key_not_found'],
    handle: async (call) => ({ data: await keys.read(call.actor, call.params.id) }),
  }),
  endpoint({
    id: 'updateApiKey',
    client: 'apiKeys.update',
    method: 'PUT',
    path: '/api/api-keys/:id',
    access: 'workspace:admin',
    confirmed: true,
    tag,
    summary: 'Rename an API key, or reduce its scopes',
    description: 'Scopes can only be reduced. Requests that start after the response have the new ones.',
    params: ApiKeyPath,
    body: ApiKeyChanges,
    data: ApiKey,
    errors: ['api_key_not_found'],
    handle: async (call) => ({ data: await keys.update(call.actor, call.params.id, call.body) }),
  }),
  endpoint({
    id: 'rotateApiKey',
    client: 'apiKeys.rotate',
    method: 'POST',
    path: '/api/api-keys/:id/rotate',
    access: 'session',
    confirmed: true,
    tag,
    summary: 'Rotate an API key',
    description:
      'Creates a key with the same rights; the old one stays valid for `overlapHours`. Only the user of a key can ' +
      'rotate it, and only while it has no valid successor.',
    params: ApiKeyPath,
    body: Rotation,
    data: NewApiKey,
    status: 201,
    secret: true,
    location: (key) => `/api/api-keys/${key._id}`,
    errors: ['quota_exceeded', 'api_key_not_found', 'api_key_inactive', 'insufficient_role'],
    handle: (call) =>
      answering(
        call,
        createdBy(call.actor, () => 'agents:read'),
        (along) => keys.rotate(call.actor, { id: call.params.id, overlapHours: call.body.overlapHours ?? 24 }, along),
      ),
  }),
  endpoint({
    id: 'revokeApiKey',
    client: 'apiKeys.revoke',
    method: 'DELETE',
    path: '/api/api-keys/:id',
    access: 'workspace:admin',
    tag,
    summary: 'Revoke an API key',
    description: 'This process refuses the key from the response on, other processes within five seconds.',
    params: ApiKeyPath,
    data: 'message',
    says: revoked.message,
    errors: ['api_key_not_found'],
    handle: (call) => keys.revoke(call.actor, call.params.id).then(() => revoked),
  }),
];
