import type { Database } from '../database.ts';
import { type Statement, statement } from '../unit.ts';
import type { SealedPlace } from './sealed.ts';

/** The setting that says that every sealed text is sealed for its place. */
const setting = 'sealed_for_places';

/** Rows of one unit of work. */
const pageSize = 50;

/** Dependencies of resealing. */
export interface ResealingNeeds {
  readonly db: Database;
  /** As `Secrets` has it. */
  rebind(sealed: string, place: SealedPlace, change?: (text: string) => string): string | undefined;
  /** Returns the place that the key of a provider is sealed for; undefined for a provider that isn't set any more. */
  placeOfKey(provider: string): SealedPlace | undefined;
}

/** A sealed text, and the ID of its row. */
interface Sealed {
  readonly id: string;
  readonly text: string;
}

/** A column with sealed texts. */
interface Column {
  /** Reads the next rows by their IDs. */
  after(id: string): Promise<readonly Sealed[]>;
  /** Returns the text sealed for its place; undefined if it stays as it is. */
  rebound(sealed: Sealed): string | undefined;
  /** Replaces a text unless another process did. */
  replace(sealed: Sealed, text: string): Statement;
}

/**
 * Seals for their places the texts that earlier versions sealed for no place, once: afterwards nothing else opens.
 * Texts sealed under another pepper stay unreadable. Several processes may do it at the same time.
 */
export async function resealAll(needs: ResealingNeeds): Promise<void> {
  const { db } = needs;
  const [done] = await db.read(db.query.selectFrom('settings').select('name').where('name', '=', setting));
  if (done !== undefined) return;
  for (const column of [channels(needs), answers(needs), jobs(needs), keys(needs)]) await reseal(db, column);
  const note = db.query.insertInto('settings').values({ name: setting, value: '1' });
  await db.write([statement(note.onConflict((conflict) => conflict.column('name').doNothing()))]);
}

async function reseal(db: Database, column: Column): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const rows: readonly Sealed[] = await column.after(last);
    const changes = rows.flatMap((row) => {
      const text = column.rebound(row);
      return text === undefined ? [] : [column.replace(row, text)];
    });
    if (changes.length > 0) await db.write(changes);
    last = rows.at(-1)?.id;
  }
}

const channels = ({ db, rebind }: ResealingNeeds): Column => ({
  after: (after) =>
    db.read(
      db.query
        .selectFrom('channels')
        .select(['id', 'secrets as text'])
        .where('id', '>', after)
        .where('secrets', '<>', '')
        .orderBy('id')
        .limit(pageSize),
    ),
  rebound: ({ id, text }) => rebind(text, ['channels.secrets', id]),
  replace: ({ id, text }, secrets) =>
    statement(db.query.updateTable('channels').set({ secrets }).where('id', '=', id).where('secrets', '=', text)),
});

const answers = ({ db, rebind }: ResealingNeeds): Column => ({
  after: (after) =>
    db.read(
      db.query
        .selectFrom('idempotency_keys')
        .select(['id', 'answer as text'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(pageSize),
    ),
  rebound: ({ id, text }) => rebind(text, ['idempotency_keys.answer', id]),
  replace: ({ id, text }, answer) =>
    statement(db.query.updateTable('idempotency_keys').set({ answer }).where('id', '=', id).where('answer', '=', text)),
});

const keys = ({ db, rebind, placeOfKey }: ResealingNeeds): Column => ({
  after: (after) =>
    db.read(
      db.query
        .selectFrom('provider_keys')
        .select(['provider as id', 'sealed as text'])
        .where('provider', '>', after)
        .orderBy('provider')
        .limit(pageSize),
    ),
  rebound: ({ id, text }) => {
    const place = placeOfKey(id);
    return place && rebind(text, place);
  },
  replace: ({ id, text }, sealed) =>
    statement(
      db.query.updateTable('provider_keys').set({ sealed }).where('provider', '=', id).where('sealed', '=', text),
    ),
});

/** The kinds of jobs with a sealed text. */
const sealedKinds = ['accounts.mail-reset', 'channels.disconnect', 'mail.send'];

const jobs = ({ db, rebind }: ResealingNeeds): Column => ({
  after: (after) =>
    db.read(
      db.query
        .selectFrom('jobs')
        .select(['id', 'payload as text'])
        .where('id', '>', after)
        .where('kind', 'in', sealedKinds)
        .orderBy('id')
        .limit(pageSize),
    ),
  rebound: ({ id, text }) => {
    const payload = JSON.parse(text) as { readonly sealed?: string; readonly sealedEmail?: string };
    const place = ['jobs.payload', id] as const;
    if (payload.sealedEmail !== undefined) {
      const sealedEmail = rebind(payload.sealedEmail, place);
      return sealedEmail && JSON.stringify({ ...payload, sealedEmail });
    }
    const sealed = rebind(payload.sealed ?? '', place, (opened) => withChannel(opened, rebind));
    return sealed && JSON.stringify({ ...payload, sealed });
  },
  replace: ({ id, text }, payload) =>
    statement(db.query.updateTable('jobs').set({ payload }).where('id', '=', id).where('payload', '=', text)),
});

/** The JSON of a job; that of a deleted channel has the channel's sealed secrets in it. */
function withChannel(text: string, rebind: ResealingNeeds['rebind']): string {
  const content = JSON.parse(text) as { readonly id?: string; readonly secrets?: string };
  const { id, secrets } = content;
  if (id === undefined || secrets === undefined) return text;
  return JSON.stringify({ ...content, secrets: rebind(secrets, ['channels.secrets', id]) ?? secrets });
}
