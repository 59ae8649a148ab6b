import { endpoint } from '../../http/endpoint.ts';
import { answering } from '../../http/responses/answering.ts';
import { pageOf } from '../../schemas/lists.ts';
import { ViewPath, ViewQuery, type viewSchemas } from './schema.ts';
import type { CreatedView, Views } from './service.ts';

const tag = 'Views';

type ViewSchemas = ReturnType<typeof viewSchemas>;

const created = ({ view, version }: CreatedView) => ({
  ...{ data: view, version },
  right: { permission: 'conversations:write', workspace: view.workspace } as const,
});

/** The operations on views. */
export const viewEndpoints = (views: Views, { View, ListedView, ViewDraft, ViewChanges }: ViewSchemas) => [
  endpoint({
    id: 'createView',
    client: 'views.create',
    method: 'POST',
    path: '/api/views',
    access: 'conversations:write',
    tag,
    summary: 'Create a view',
    description: 'Filters of conversations under a name. A workspace has up to 100.',
    body: ViewDraft,
    data: View,
    status: 201,
    location: ({ _id }) => `/api/views/${_id}`,
    tagged: true,
    errors: ['workspace_not_found', 'name_conflict', 'view_limit_reached'],
    handle: (call) => answering(call, created, (along) => views.create(call.actor, call.body, along)),
  }),
  endpoint({
    id: 'listViews',
    client: 'views.list',
    method: 'GET',
    path: '/api/views',
    access: 'conversations:read',
    tag,
    summary: 'List views',
    description:
      'Shared ones, and your own. By name unless `sort` says otherwise. `includeCounts` counts their conversations.',
    query: ViewQuery,
    data: pageOf(ListedView),
    scans: true,
    handle: async ({ actor, query, awaited }) => ({ json: await views.list(actor, query, awaited) }),
  }),
  endpoint({
    id: 'getView',
    client: 'views.retrieve',
    method: 'GET',
    path: '/api/views/:id',
    access: 'conversations:read',
    tag,
    summary: 'Get a view',
    description: 'Pass its `filters` to `GET /api/conversations` to list its conversations.',
    params: ViewPath,
    data: View,
    tagged: true,
    errors: ['view_not_found'],
    handle: ({ actor, params: { id } }) => views.read(actor, id),
  }),
  endpoint({
    id: 'updateView',
    client: 'views.update',
    method: 'PATCH',
    path: '/api/views/:id',
    access: 'conversations:write',
    tag,
    summary: 'Update a view',
    description:
      'Merges: absent fields stay unchanged, and `filters` are replaced. Only its author can set `isShared` to false. A read-only field is accepted ' +
      'if it equals the stored value.',
    params: ViewPath,
    body: ViewChanges,
    data: View,
    tagged: true,
    errors: ['view_not_found', 'read_only_field', 'name_conflict', 'version_conflict'],
    handle: ({ actor, params: { id }, ifMatch, body }) => views.update(actor, { id, ifMatch }, body),
  }),
  endpoint({
    id: 'deleteView',
    client: 'views.delete',
    method: 'DELETE',
    path: '/api/views/:id',
    access: 'conversations:write',
    tag,
    summary: 'Delete a view',
    description: 'Its conversations stay.',
    params: ViewPath,
    data: 'message',
    says: 'View deleted.',
    tagged: true,
    errors: ['view_not_found', 'version_conflict'],
    handle: async ({ actor, params: { id }, ifMatch }) => {
      await views.remove(actor, { id, ifMatch });
      return { message: 'View deleted.' };
    },
  }),
];
