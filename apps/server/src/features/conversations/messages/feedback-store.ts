import { sql } from 'kysely';
import type { Rating } from '../../../schemas/conversations/conversation.ts';
import type { Database } from '../../../storage/database.ts';
import { lockRows } from '../../../storage/sql/lock-rows.ts';
import { one, statement } from '../../../storage/unit.ts';
import { moved } from '../store.ts';
import { revisionIn, stored, touched } from './store.ts';

/** Sets or removes the feedback on a reply, and sets the conversation's rating to that of its latest rated reply. */
export function rate(
  db: Database,
  workspace: string,
  {
    id,
    conversation,
    rating,
    comment,
    now,
  }: { id: string; conversation: string; rating: Rating | null; comment: string | null; now: number },
  orElse: () => Error,
) {
  const place = db.query
    .selectFrom('conversations')
    .select('id')
    .where('id', '=', conversation)
    .where('workspace_id', '=', workspace);
  const message = db.query
    .updateTable('messages')
    .set((of) => ({
      ...{ feedback: rating, feedback_comment: comment },
      // The version that the conversation is about to have.
      rating_revision: sql<number>`(${revisionIn(db, conversation)}) + 1`,
      ...touched(of, now),
    }))
    .where('id', '=', id)
    .where('workspace_id', '=', workspace)
    .returning(stored(db));
  const latest = db.query
    .selectFrom('messages')
    .select('feedback')
    .where('conversation_id', '=', conversation)
    .where('feedback', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
  const rated = db.query
    .updateTable('conversations')
    .set((of) => ({ rating: latest, ...moved(of, now) }))
    .where('id', '=', conversation)
    .where('workspace_id', '=', workspace);
  return { held: lockRows(db, () => place), message: one(message, orElse), conversation: statement(rated) };
}
