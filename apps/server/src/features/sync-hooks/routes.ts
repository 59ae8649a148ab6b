import { rawBody } from '../../http/body.ts';
import { endpoint } from '../../http/endpoint.ts';
import { answering } from '../../http/responses/answering.ts';
import { HookPath, HookReceived, HookRotation, HookWithSecret, SourceHook } from './schema.ts';
import type { SyncHooks } from './service.ts';

const tag = 'Knowledge sources';

/** Max bytes of a request: GitHub names up to 2,048 commits of a push. */
const maxBytes = 2 * 1024 * 1024;

const made = ({ workspace, ...data }: HookWithSecret & { readonly workspace: string }) => ({
  data,
  right: { permission: 'agents:write', workspace } as const,
});

/** The operations on the hooks of sources. */
export const syncHookEndpoints = (hooks: SyncHooks) => [
  endpoint({
    id: 'getKnowledgeSourceHook',
    client: 'knowledgeSources.hook.retrieve',
    method: 'GET',
    path: '/api/knowledge-sources/:id/hook',
    access: 'agents:read',
    tag,
    summary: 'Read the hook of a knowledge source',
    description: 'Returns its address, and the times of its secret and of the latest signed request.',
    params: HookPath,
    data: SourceHook,
    errors: ['knowledge_source_not_found'],
    handle: async (call) => ({ data: await hooks.read(call.actor, call.params.id) }),
  }),
  endpoint({
    id: 'rotateKnowledgeSourceHook',
    client: 'knowledgeSources.hook.rotate',
    method: 'POST',
    path: '/api/knowledge-sources/:id/hook',
    access: 'agents:write',
    tag,
    summary: 'Create the hook of a knowledge source, or rotate its secret',
    description:
      'For a source of a page, website, repository, bucket or Notion. The secret is in this answer only; an earlier one ' +
      'stays valid for `overlapHours`. It can start syncs of the source, and nothing else.',
    params: HookPath,
    body: HookRotation,
    data: HookWithSecret,
    secret: true,
    errors: ['knowledge_source_not_found', 'bad_request', 'version_conflict'],
    handle: (call) =>
      answering(call, made, (along) =>
        hooks.rotate(call.actor, { source: call.params.id, overlapHours: call.body.overlapHours ?? 24 }, along),
      ),
  }),
  endpoint({
    id: 'deleteKnowledgeSourceHook',
    client: 'knowledgeSources.hook.delete',
    method: 'DELETE',
    path: '/api/knowledge-sources/:id/hook',
    access: 'agents:write',
    tag,
    summary: 'Delete the hook of a knowledge source',
    description: 'Its secrets are not accepted from then on. Also succeeds if there is no hook.',
    params: HookPath,
    data: 'message',
    says: 'Hook deleted.',
    errors: ['knowledge_source_not_found'],
    handle: async (call) => {
      await hooks.remove(call.actor, call.params.id);
      return { message: 'Hook deleted.' };
    },
  }),
  endpoint({
    id: 'receiveKnowledgeSourceHook',
    method: 'POST',
    path: '/api/knowledge-sources/:id/inbound',
    access: 'public',
    tag,
    summary: 'Start a sync by a signed request',
    description:
      'For other systems, which sign it with the secret of the hook, as [Standard ' +
      'Webhooks](https://www.standardwebhooks.com) describes or as GitHub does (`X-Hub-Signature-256`). Syncs that ' +
      'wait are one sync, and so is the same request again. Of GitHub’s events only a push starts one. At most 30 ' +
      'requests a minute. An unknown source answers like a wrong signature.',
    params: HookPath,
    body: rawBody({
      types: ['application/json', '*'],
      maxBytes,
      description: 'Anything or nothing: only its signature counts.',
      example: { ref: 'refs/heads/main' },
    }),
    data: HookReceived,
    repeatable: false,
    screen: ({ headers, address }) => hooks.screen({ headers, address }),
    errors: ['invalid_signature', 'too_many_failed_attempts', 'rate_limited'],
    handle: async ({ params: { id: source }, headers, address, body: bytes }) => {
      await hooks.receive({ source, headers, address, bytes });
      return { data: { received: true } as const };
    },
  }),
];
