import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { Confirmation } from '../../core/envelope.ts';
import type { RequestOptions } from '../../core/request.ts';
import type { ConversationEntry, NoteCreateParams, NoteRef, NoteUpdateParams } from '../../types.ts';

/** The methods of `client.conversations.notes`. */
export const createNotes = ({ call }: Api) => ({
  /**
   * Writes a private note on a conversation, also on a closed one. It is among the entries, with the type `noted`.
   *
   * @example
   * await client.conversations.notes.create(id, { text: '@Nora knows this customer.', mentions: [nora] });
   */
  create: (conversationId: string, body: NoteCreateParams, options?: RequestOptions): APIPromise<ConversationEntry> =>
    call('POST /api/conversations/{id}/notes', { params: { id: conversationId }, body }, options),

  /** Changes a note of your own; fields that are left out stay. */
  update: (ref: NoteRef, body: NoteUpdateParams, options?: RequestOptions): APIPromise<ConversationEntry> =>
    call('PATCH /api/conversations/{id}/notes/{noteId}', { params: path(ref), body }, options),

  /** Deletes the text and the mentions of a note; its entry stays. */
  delete: (ref: NoteRef, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/conversations/{id}/notes/{noteId}', { params: path(ref) }, options),
});

const path = ({ conversationId, noteId }: NoteRef) => ({ id: conversationId, noteId });
