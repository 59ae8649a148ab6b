import { endpoint } from '../../../http/endpoint.ts';
import { answering } from '../../../http/responses/answering.ts';
import { ConversationPath } from '../../../schemas/conversations/conversation.ts';
import { ConversationEntry } from '../../../schemas/entries.ts';
import { NoteChanges, NoteDraft, NotePath } from './schema.ts';
import { type Noted, type Notes, noConversation } from './service.ts';

const tag = 'Conversations';

const created = ({ entry, workspace }: Noted) => ({
  data: entry,
  keptWith: { conversation: entry.conversation, onMissing: noConversation },
  right: { permission: 'conversations:write', workspace } as const,
});

/** The operations on private notes. */
export const noteEndpoints = (notes: Notes) => [
  endpoint({
    id: 'createNote',
    client: 'conversations.notes.create',
    method: 'POST',
    path: '/api/conversations/:id/notes',
    access: 'conversations:write',
    tag,
    summary: 'Write a private note on a conversation',
    description:
      'For the team alone: visitors, agents and messengers never get it. Accepted in every status, also `closed`. ' +
      'It is an entry of the conversation with the type `noted`. Mentioned people are told by mail.',
    params: ConversationPath,
    body: NoteDraft,
    data: ConversationEntry,
    status: 201,
    // A note is read among the entries.
    location: ({ conversation }) => `/api/conversations/${conversation}/entries`,
    errors: ['conversation_not_found', 'note_limit_reached'],
    handle: (call) =>
      answering(call, created, (along) =>
        notes.create(call.actor, { conversation: call.params.id, draft: call.body }, along),
      ),
  }),
  endpoint({
    id: 'updateNote',
    client: 'conversations.notes.update',
    method: 'PATCH',
    path: '/api/conversations/:id/notes/:noteId',
    access: 'conversations:write',
    tag,
    summary: 'Change a note of your own',
    description: 'Absent fields stay unchanged. People who are mentioned for the first time are told by mail.',
    params: NotePath,
    body: NoteChanges,
    data: ConversationEntry,
    errors: ['conversation_not_found', 'note_not_found'],
    handle: async ({ actor, params: { id, noteId }, body }) => ({
      data: await notes.update(actor, { conversation: id, note: noteId }, body),
    }),
  }),
  endpoint({
    id: 'deleteNote',
    client: 'conversations.notes.delete',
    method: 'DELETE',
    path: '/api/conversations/:id/notes/:noteId',
    access: 'conversations:write',
    tag,
    summary: 'Delete a note',
    description:
      'Removes its text and its mentions; the entry stays, with `deletedAt`. Of another person, it needs `workspace:admin`.',
    params: NotePath,
    data: 'message',
    says: 'Note deleted.',
    errors: ['conversation_not_found', 'note_not_found'],
    handle: async ({ actor, params: { id, noteId } }) => {
      await notes.remove(actor, { conversation: id, note: noteId });
      return { message: 'Note deleted.' };
    },
  }),
];
