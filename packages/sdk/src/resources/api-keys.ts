import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { Confirmation } from '../core/envelope.ts';
import type { PagePromise } from '../core/page.ts';
import type { RequestOptions } from '../core/request.ts';
import type {
  ApiKey,
  ApiKeyCreateParams,
  ApiKeyListParams,
  ApiKeyRotateParams,
  ApiKeyUpdateParams,
  NewApiKey,
} from '../types.ts';

/** API keys. */
export type ApiKeys = ReturnType<typeof createApiKeys>;

/**
 * The methods of `client.apiKeys`. Keys can't create keys: `create` and `rotate` require a session. A person manages
 * their own keys; owners and admins, and keys with `workspace:admin`, manage those of what they administer.
 */
export const createApiKeys = ({ call, list }: Api) => ({
  /**
   * Generates a key of the signed-in person, with at most the scopes that the role allows (else 403). `key` is the
   * secret, which is never shown again.
   *
   * @example
   * const { key } = await client.apiKeys.create({ name: 'Shop', scopes: ['agents:read'], expiresInDays: 90 });
   */
  create: (body: ApiKeyCreateParams, options?: RequestOptions): APIPromise<NewApiKey> =>
    call('POST /api/api-keys', { body }, options),

  /** Gets a key without its secret. */
  retrieve: (id: string, options?: RequestOptions): APIPromise<ApiKey> =>
    call('GET /api/api-keys/{id}', { params: { id } }, options),

  /**
   * Renames a key, and reduces its scopes. Scopes can't be added (400).
   *
   * @example
   * await client.apiKeys.update(id, { scopes: ['agents:read'] });
   */
  update: (id: string, body: ApiKeyUpdateParams, options?: RequestOptions): APIPromise<ApiKey> =>
    call('PUT /api/api-keys/{id}', { params: { id }, body }, options),

  /**
   * Replaces a key by a new one; the old one keeps working for `overlapHours` (24; max 168), until its `validUntil`.
   * Its `replacedBy` names the new one.
   */
  rotate: (id: string, body: ApiKeyRotateParams = {}, options?: RequestOptions): APIPromise<NewApiKey> =>
    call('POST /api/api-keys/{id}/rotate', { params: { id }, body }, options),

  /** Revokes a key, immediately and permanently. */
  revoke: (id: string, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/api-keys/{id}', { params: { id } }, options),

  /** Lists keys without their secrets, newest first. `userId` filters by person. */
  list: (query: ApiKeyListParams = {}, options?: RequestOptions): PagePromise<ApiKey> =>
    list('GET /api/api-keys', { query }, options),
});
