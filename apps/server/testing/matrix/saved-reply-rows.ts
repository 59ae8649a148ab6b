import { allowed, found, within } from './checks.ts';
import { type Given, path, type Row } from './row.ts';

const [reads, writes] = ['conversations:read', 'conversations:write'] as const;

const one = (needs: typeof reads | typeof writes): Row => ({
  ...{ needs, status: 200, slots: { id: path('savedReply') } },
  checks: [found('id', 'saved_reply_not_found'), allowed('id', needs)],
});

/** Calls of the endpoints of saved replies, and their permissions. */
export const savedReplyRows: Readonly<Record<string, Row>> = {
  createSavedReply: {
    ...{ needs: writes, status: 201 },
    body: ({ marker, serial }: Given) => ({ name: `Reply ${serial}`, text: marker }),
    // Never left out: the calls before have created workspaces, so that several are within reach.
    slots: { workspaceId: { in: 'body', kind: 'workspace' } },
    checks: [found('workspaceId', 'workspace_not_found'), allowed('workspaceId', writes)],
  },
  listSavedReplies: {
    needs: reads,
    status: 200,
    slots: { workspaceId: { in: 'query', kind: 'workspace', optional: true } },
  },
  getSavedReply: one(reads),
  updateSavedReply: { ...one(writes), body: ({ marker, serial }) => ({ text: `${marker} ${serial}` }) },
  renderSavedReply: {
    ...{ needs: reads, status: 200 },
    slots: { id: path('savedReply'), conversation: { in: 'body', kind: 'conversation' } },
    checks: [
      ...[found('id', 'saved_reply_not_found'), allowed('id', reads)],
      ...[found('conversation', 'conversation_not_found'), allowed('conversation', reads)],
      within('conversation', 'id', { status: 400, code: 'validation_failed' }),
    ],
  },
  deleteSavedReply: one(writes),
};
