import type { Database } from '../../../storage/database.ts';
import { prepared } from '../../../storage/sql/prepared.ts';

const latest = prepared((db, args: { workspace: string; channel: string; user: string }) =>
  db.query
    .selectFrom('conversations')
    .select('visitor_form')
    .where('workspace_id', '=', args.workspace)
    .where('user_id', '=', args.user)
    .where('channel_id', '=', args.channel)
    .where('visitor_form', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1),
);

/** Finds the latest answers of a visitor on a channel, as JSON. */
export async function findAnswers(
  db: Database,
  workspace: string,
  { channel, user }: { readonly channel: string; readonly user: string },
): Promise<string | undefined> {
  const [row] = await db.read(latest(db, { workspace, channel, user }));
  return row?.visitor_form ?? undefined;
}
