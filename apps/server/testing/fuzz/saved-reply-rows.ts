import { statement } from '../../src/storage/unit.ts';
import { savedReplyRow } from '../fixtures/team-rows.ts';
import type { Cast } from './cast.ts';
import type { Row } from './row.ts';

const conflicts = {
  name_conflict: 'Names are drawn at random.',
  saved_reply_limit_reached: 'A long run creates more than a workspace may have.',
};

/** A text without braces, which could be a variable that is unknown. */
const real = (body: Readonly<Record<string, unknown>>) => ({
  ...('text' in body && { text: 'Hello {{visitor.name|there}}' }),
});

const readOnly = ['_id', 'workspace', 'createdBy', 'createdAt', 'updatedAt'] as const;

/** Calls of the operations on saved replies with which a valid request succeeds. */
export async function savedReplyRows({ service: { db }, owner, made }: Cast): Promise<Record<string, Row>> {
  const { key: headers, workspace, person } = owner;
  const bare = async () => {
    const row = savedReplyRow(workspace, { created_by: person.id });
    await db.write([statement(db.query.insertInto('saved_replies').values(row))]);
    return row.id;
  };
  const one = { headers, params: { id: await bare() } };
  const without = Object.fromEntries(readOnly.map((field) => [field, undefined]));
  const agent = await made.agent();
  const { _id: conversation } = await made.post(`/api/agents/${agent}/conversations`, {});
  return {
    createSavedReply: {
      target: (body) => ({ headers, body: { ...real(body), workspaceId: workspace } }),
      conflicts,
    },
    listSavedReplies: { target: () => ({ headers, query: { workspaceId: workspace } }) },
    getSavedReply: { target: () => one },
    // A row of its own for each request: many changes at once of one are conflicts.
    updateSavedReply: {
      target: async (body) => ({ headers, params: { id: await bare() }, body: { ...real(body), ...without } }),
      conflicts,
    },
    renderSavedReply: { target: () => ({ ...one, body: { conversation } }) },
    deleteSavedReply: { target: async () => ({ headers, params: { id: await bare() } }) },
  };
}
