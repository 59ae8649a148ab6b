import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Arrival } from '../arrival.ts';
import type { Polled, SendContext } from '../messenger.ts';
import { readMail } from './arrival.ts';
import { isPoison, type Listed, type OpenMailbox, withMailbox } from './imap.ts';
import { type EmailSettings, imapLogin } from './settings.ts';

/** Maximum mails of one look, and UIDs that one request lists. */
const most = { mails: 20, uids: 1_000 } as const;

const hour = 60 * 60 * 1000;

/** Max time in ms by which the clock of a mail server is taken to be behind. */
const slow = 5 * 60 * 1000;

/** Maximum age in ms of a mail that is answered: later, no sender expects a reply. */
const oldestMs = 3 * 24 * hour;

/** Position at which the next look begins. */
interface Cursor {
  /** UIDVALIDITY of the folder. */
  readonly validity: string;
  readonly nextUid: number;
  /** Time of the look, to the hour, in ms since 1970. */
  readonly at: number;
  /** Names the mailbox. */
  readonly mailbox: string;
  /** Up to this UID, mails were there before; of them, those since `at` are new. 0 for none. */
  readonly until: number;
}

const form = /^(\d{1,20}):(\d{1,20}):(\d{1,16}):([\w-]{8}):(\d{1,20})$/;

function readCursor(text: string | null): Cursor | undefined {
  const [, validity, nextUid, at, mailbox, until] = form.exec(text ?? '') ?? [];
  if (validity === undefined || mailbox === undefined) return undefined;
  return { validity, nextUid: Number(nextUid), at: Number(at), mailbox, until: Number(until) };
}

const writeCursor = ({ validity, nextUid, at, mailbox, until }: Cursor): string =>
  `${validity}:${nextUid}:${at}:${mailbox}:${until}`;

/** Names a mailbox, so that another one is known to be one. */
const nameOf = (settings: EmailSettings): string => {
  const { imapHost, imapMailbox } = settings;
  const parts = [imapHost.toLowerCase(), imapLogin(settings).user, imapMailbox];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 8);
};

/**
 * Looks for new mail. The first look begins at the end, so that old mail is never answered. If the folder was rebuilt
 * (UIDVALIDITY), mail since the last look is read again; what was handled is known by its Message-ID.
 */
export function pollMailbox(cursor: string | null, context: SendContext, settings: EmailSettings): Promise<Polled> {
  return withMailbox(settings, context, async (mailbox) => {
    const { now } = context;
    const name = nameOf(settings);
    const { validity, nextUid } = mailbox;
    const at = Math.floor(now / hour) * hour;
    const last = readCursor(cursor);
    if (last === undefined || last.mailbox !== name) {
      return { arrivals: [], cursor: writeCursor({ validity, nextUid, at, mailbox: name, until: 0 }), hasMore: false };
    }
    const from = last.validity === validity ? last : await rebuilt(mailbox, last, now);
    return look(mailbox, { from, at, now, settings });
  });
}

/**
 * Returns the position in a folder that was rebuilt: the first mail that arrived since the last look, by the clock of
 * its server, which may be slow.
 */
async function rebuilt({ validity, nextUid, firstSince }: OpenMailbox, last: Cursor, now: number): Promise<Cursor> {
  const since = Math.max(last.at - slow, now - oldestMs);
  return { ...last, validity, nextUid: (await firstSince(since)) ?? nextUid, at: since, until: nextUid };
}

interface Look {
  readonly from: Cursor;
  readonly at: number;
  readonly now: number;
  readonly settings: EmailSettings;
}

/** Reads the next mails. */
async function look(mailbox: OpenMailbox, { from, at, now, settings }: Look): Promise<Polled> {
  const end = Math.min(mailbox.nextUid, from.nextUid + most.uids);
  const listed = from.nextUid < end ? await mailbox.list(from.nextUid, end - 1) : [];
  const isOld = ({ uid, at: came = now }: Listed) => came < now - oldestMs || (uid < from.until && came < from.at);
  const fresh = listed.filter((mail) => !isOld(mail));
  const read = await readAll(mailbox, fresh.slice(0, most.mails), { from, settings });
  const left = fresh[read.count]?.uid;
  const nextUid = left ?? Math.max(end, from.nextUid);
  const hasMore = nextUid < mailbox.nextUid;
  const isRebuilding = nextUid < from.until;
  const next = { ...from, nextUid, ...(isRebuilding ? {} : { at, until: 0 }) };
  return { arrivals: read.arrivals, cursor: writeCursor(next), hasMore };
}

/** Reads mails one after another. After one that breaks the connection, the rest is for the next look. */
async function readAll(
  mailbox: OpenMailbox,
  mails: readonly Listed[],
  { from, settings }: Pick<Look, 'from' | 'settings'>,
): Promise<{ readonly arrivals: readonly Arrival[]; readonly count: number }> {
  const arrivals: Arrival[] = [];
  for (const [index, { uid }] of mails.entries()) {
    try {
      const source = await mailbox.source(uid);
      const arrival = source === undefined ? undefined : await readMail(source, settings);
      const sentAt = arrival?.kind === 'message' ? arrival.message.sentAt : undefined;
      // A folder that was moved may give old mail a new date.
      const isOld = uid < from.until && sentAt !== undefined && sentAt < from.at - 24 * hour;
      if (arrival !== undefined && !isOld) arrivals.push(arrival);
    } catch (error) {
      if (isPoison(error)) return { arrivals, count: index + 1 };
      throw error;
    }
    // Others have their turn between two mails.
    await nextTurn();
  }
  return { arrivals, count: mails.length };
}
