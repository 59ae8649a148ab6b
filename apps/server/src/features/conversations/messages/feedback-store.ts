import type { Database } from '../../../storage/database.ts';
import { one, statement } from '../../../storage/unit.ts';
import type { Rating } from '../schema.ts';
import { moved } from '../store.ts';
import { stored, touched } from './store.ts';

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
  const message = db.query
    .updateTable('messages')
    .set((of) => ({ feedback: rating, feedback_comment: comment, ...touched(of, now) }))
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
  return { message: one(message, orElse), conversation: statement(rated) };
}
