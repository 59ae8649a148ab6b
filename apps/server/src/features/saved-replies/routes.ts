import { chosenFields } from '../../http/chosen-fields.ts';
import { endpoint } from '../../http/endpoint.ts';
import { answering } from '../../http/responses/answering.ts';
import { pageOf } from '../../schemas/lists.ts';
import {
  RenderedReply,
  SavedReply,
  SavedReplyChanges,
  SavedReplyDraft,
  SavedReplyPath,
  SavedReplyQuery,
  SavedReplyRendering,
} from './schema.ts';
import type { CreatedReply, SavedReplies } from './service.ts';

const tag = 'Saved replies';

const created = ({ savedReply, version }: CreatedReply) => ({
  ...{ data: savedReply, version },
  right: { permission: 'conversations:write', workspace: savedReply.workspace } as const,
});

/** The operations on saved replies. */
export const savedReplyEndpoints = (replies: SavedReplies) => [
  endpoint({
    id: 'createSavedReply',
    client: 'savedReplies.create',
    method: 'POST',
    path: '/api/saved-replies',
    access: 'conversations:write',
    tag,
    summary: 'Create a saved reply',
    description: 'A text that people send often. A workspace has up to 1,000.',
    body: SavedReplyDraft,
    data: SavedReply,
    status: 201,
    location: ({ _id }) => `/api/saved-replies/${_id}`,
    tagged: true,
    errors: ['workspace_not_found', 'name_conflict', 'saved_reply_limit_reached'],
    handle: (call) => answering(call, created, (along) => replies.create(call.actor, call.body, along)),
  }),
  endpoint({
    id: 'listSavedReplies',
    client: 'savedReplies.list',
    method: 'GET',
    path: '/api/saved-replies',
    access: 'conversations:read',
    tag,
    summary: 'List saved replies',
    description: 'Shared ones, and your own. By name unless `sort` says otherwise.',
    query: SavedReplyQuery,
    data: pageOf(SavedReply),
    scans: true,
    handle: async ({ actor, query, awaited }) => {
      const fields = chosenFields(query.fields, SavedReply);
      return { json: await replies.list(actor, { ...query, fields }, awaited) };
    },
  }),
  endpoint({
    id: 'getSavedReply',
    client: 'savedReplies.retrieve',
    method: 'GET',
    path: '/api/saved-replies/:id',
    access: 'conversations:read',
    tag,
    summary: 'Get a saved reply',
    description: 'With its variables as they were written.',
    params: SavedReplyPath,
    data: SavedReply,
    tagged: true,
    errors: ['saved_reply_not_found'],
    handle: ({ actor, params: { id } }) => replies.read(actor, id),
  }),
  endpoint({
    id: 'updateSavedReply',
    client: 'savedReplies.update',
    method: 'PATCH',
    path: '/api/saved-replies/:id',
    access: 'conversations:write',
    tag,
    summary: 'Update a saved reply',
    description:
      'Merges: absent fields stay unchanged. Only its author can set `isShared` to false. A read-only field is accepted ' +
      'if it equals the stored value.',
    params: SavedReplyPath,
    body: SavedReplyChanges,
    data: SavedReply,
    tagged: true,
    errors: ['saved_reply_not_found', 'read_only_field', 'name_conflict', 'version_conflict'],
    handle: ({ actor, params: { id }, ifMatch, body }) => replies.update(actor, { id, ifMatch }, body),
  }),
  endpoint({
    id: 'deleteSavedReply',
    client: 'savedReplies.delete',
    method: 'DELETE',
    path: '/api/saved-replies/:id',
    access: 'conversations:write',
    tag,
    summary: 'Delete a saved reply',
    description: 'Messages that were written with it stay.',
    params: SavedReplyPath,
    data: 'message',
    says: 'Saved reply deleted.',
    tagged: true,
    errors: ['saved_reply_not_found', 'version_conflict'],
    handle: async ({ actor, params: { id }, ifMatch }) => {
      await replies.remove(actor, { id, ifMatch });
      return { message: 'Saved reply deleted.' };
    },
  }),
  endpoint({
    id: 'renderSavedReply',
    client: 'savedReplies.render',
    clientRepeats: true,
    method: 'POST',
    path: '/api/saved-replies/:id/render',
    access: 'conversations:read',
    tag,
    summary: 'Render a saved reply',
    description: 'Puts values of a conversation in place of the variables. Sends nothing.',
    repeatable: false,
    params: SavedReplyPath,
    body: SavedReplyRendering,
    data: RenderedReply,
    errors: ['saved_reply_not_found', 'conversation_not_found'],
    handle: async ({ actor, params: { id }, body }) => ({ data: await replies.render(actor, id, body.conversation) }),
  }),
];
