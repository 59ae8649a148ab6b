import { sql } from 'kysely';
import type { Database } from '../../../../storage/database.ts';
import { prepared } from '../../../../storage/sql/prepared.ts';
import { type Statement, statement } from '../../../../storage/unit.ts';

/** A part of a message, as the ledger has it. */
export interface LedgerPart {
  readonly part: number;
  readonly state: string;
  /** Time at which the state was noted, in ms since 1970. */
  readonly at: number;
}

const partsOf = prepared((db, { message, workspace }: { readonly message: string; readonly workspace: string }) =>
  db.query
    .selectFrom('channel_parts')
    .select(['part', 'state', 'updated_at as at'])
    .where('message_id', '=', message)
    .where('workspace_id', '=', workspace)
    .orderBy('part'),
);

/** Reads what was sent of a message, or may have been. */
export async function read(db: Database, workspace: string, message: string): Promise<readonly LedgerPart[]> {
  const rows = await db.read(partsOf(db, { message, workspace }));
  return rows.map(({ part, state, at }) => ({ part: Number(part), state, at: Number(at) }));
}

/** A part of a message of a channel. */
interface PartOf {
  readonly channel: string;
  readonly message: string;
  readonly part: number;
  readonly now: number;
}

/** The ID of a part of a message, as its platform may pass it back. */
export const idOf = ({ message, part }: Pick<PartOf, 'message' | 'part'>) => `${message}-${part}`;

const beginning = prepared(
  (db, { id, workspace, channel, message, part, now }: PartOf & { readonly id: string; readonly workspace: string }) =>
    db.query.insertInto('channel_parts').values({
      ...{ id, workspace_id: workspace, channel_id: channel, message_id: message, part },
      ...{ state: 'sending', remote_id: null, error: null, updated_at: now },
    }),
);

/** Notes that a part is about to be sent. */
export const begin = (db: Database, workspace: string, { channel, message, part, now }: PartOf): Statement =>
  statement(beginning(db, { id: idOf({ message, part }), workspace, channel, message, part, now }));

const finishing = prepared(
  (db, { id, workspace, remote, now }: { id: string; workspace: string; remote: string | null; now: number }) =>
    db.query
      .updateTable('channel_parts')
      .set({ state: 'sent', remote_id: remote, updated_at: now })
      .where('id', '=', id)
      .where('workspace_id', '=', workspace),
);

/** Notes that a part was sent, and the ID that the platform has given it. */
export const finish = (
  db: Database,
  workspace: string,
  { message, part, remote, now }: Omit<PartOf, 'channel'> & { readonly remote: string | null },
): Statement => statement(finishing(db, { id: idOf({ message, part }), workspace, remote, now }));

/** Forgets the parts of a message that were not sent, or may not have been. */
export const forgetUnsent = (db: Database, workspace: string, message: string): Statement =>
  statement(
    db.query
      .deleteFrom('channel_parts')
      .where('message_id', '=', message)
      .where('workspace_id', '=', workspace)
      .where('state', 'in', ['sending', 'failed']),
  );

/** A receipt of a channel: see `Receipt` of its kind. */
interface ReceiptOf {
  readonly channel: string;
  readonly now: number;
  readonly remote: string;
  readonly part?: string | undefined;
  readonly state: 'sent' | 'delivered' | 'failed';
  readonly problem?: { readonly code: string; readonly message: string };
}

/** Notes how far a message has come: never back from delivered, and failed only with a reason. */
export function noteReceipt(db: Database, workspace: string, of: ReceiptOf): Statement[] {
  const { channel, now, remote, part: id, state, problem } = of;
  const settled = id === undefined ? [] : noteSent(db, workspace, { ...of, id });
  if (state === 'sent') return settled;
  const found = db.query
    .selectFrom('channel_parts')
    .where('channel_id', '=', channel)
    .where('remote_id', '=', remote)
    .where('workspace_id', '=', workspace);
  const part = db.query
    .updateTable('channel_parts')
    .set({ state, error: problem?.message ?? null, updated_at: now })
    .where('id', 'in', found.select('id'))
    .where('state', '<>', 'delivered');
  const message = db.query
    .updateTable('channel_outbox')
    .set({ state, error: problem?.message ?? null, error_code: problem?.code ?? null, updated_at: now })
    .where('id', 'in', found.select('message_id'))
    .where('state', 'in', state === 'failed' ? ['sent', 'unknown'] : ['sent', 'unknown', 'failed']);
  // A message is delivered with the last of its parts.
  const rest = db.query
    .selectFrom('channel_parts as others')
    .select('others.id')
    .where('others.message_id', '=', sql.ref<string>('channel_outbox.id'))
    .where('others.state', '<>', 'delivered');
  const isAll = state === 'delivered' ? message.where((of) => of.not(of.exists(rest))) : message;
  return [...settled, statement(part), statement(isAll)];
}

/** Records that a part with an unknown outcome was sent; also the message, if this was its last such part. */
function noteSent(db: Database, workspace: string, { id, channel, remote, now }: ReceiptOf & { readonly id: string }) {
  const part = db.query
    .updateTable('channel_parts')
    .set({ state: 'sent', remote_id: remote, updated_at: now })
    .where('id', '=', id)
    .where('channel_id', '=', channel)
    .where('workspace_id', '=', workspace)
    .where('state', '=', 'sending');
  const message = db.query
    .selectFrom('channel_parts')
    .select('message_id')
    .where('id', '=', id)
    .where('channel_id', '=', channel);
  const open = db.query
    .selectFrom('channel_parts as others')
    .select('others.id')
    .where('others.message_id', '=', sql.ref<string>('channel_outbox.id'))
    .where('others.state', '=', 'sending');
  const outbox = db.query
    .updateTable('channel_outbox')
    .set({ state: 'sent', error: null, error_code: null, updated_at: now })
    .where('id', 'in', message)
    .where('workspace_id', '=', workspace)
    .where('state', '=', 'unknown')
    .where((of) => of.not(of.exists(open)));
  return [statement(part), statement(outbox)];
}
