import { Type } from 'typebox';
import type { Mail } from '../../mail/mail.ts';
import type { Database } from '../../storage/database.ts';
import { type Job, job } from '../../storage/jobs/kind.ts';
import type { Sealing } from '../../storage/secrets/sealed.ts';
import { composeTranscript } from './compose.ts';
import { toldEntries } from './entry-texts.ts';
import { siteOf, webOf } from './place.ts';
import { findEntries, findHeads, findPlace, type Head, type Line, readLines } from './store.ts';

/** Mails a transcript. The payload names the conversation: one that is deleted meanwhile isn't sent. */
export const sendKind = {
  name: 'transcripts.send',
  payload: Type.Object({
    conversation: Type.String(),
    /** The time of the request, in ms since 1970: later messages are left out. */
    until: Type.Integer(),
    timeZone: Type.String(),
    citations: Type.Boolean(),
    language: Type.Optional(Type.String()),
    sealedEmail: Type.String(),
  }),
  timeoutMs: 60_000,
  attempts: 10,
  concurrency: 2,
} as const;

/** Max messages of a transcript, characters of one, characters of all together, and entries. */
const bounds = { messages: 500, message: 20_000, total: 400_000, entries: 500 } as const;

/** Messages that are read at once. */
const portion = 50;

/** Dependencies of the job. */
export interface SendNeeds {
  readonly db: Database;
  readonly secrets: Sealing;
  readonly mail: Pick<Mail, 'transmit'>;
  /** The URL of the instance. */
  readonly publicUrl: string;
}

/** The job that mails transcripts. */
export const createSendJob = ({ db, secrets, mail, publicUrl }: SendNeeds): Job =>
  job(sendKind, async ({ id, workspace, payload, signal }) => {
    const { conversation, until, timeZone, citations, language = 'en', sealedEmail } = payload;
    const place = await findPlace(db, workspace, conversation);
    if (place === undefined) return;
    const web = webOf(place);
    const heads = await findHeads(db, workspace, { conversation, until, limit: bounds.messages + 1 });
    const chosen = withinBounds(heads);
    const lines = await linesOf(
      db,
      workspace,
      chosen.toReversed().map(({ id: message }) => message),
    );
    const isCut = chosen.length < heads.length;
    const entries = await findEntries(db, workspace, {
      ...{ conversation, until, types: toldEntries, limit: bounds.entries },
      // In a copy that is cut, an entry before the first message would stand alone.
      from: isCut ? (lines[0]?.createdAt ?? 0) : 0,
    });
    const message = await composeTranscript({
      to: secrets.open(sealedEmail, ['jobs.payload', id]),
      title: web?.title || place.agent,
      site: siteOf(web, publicUrl),
      ...{ lines, entries, isCut, timeZone, citations, language },
    });
    await mail.transmit(message, { id, signal });
  });

/** Returns the latest messages that fit into a mail, at least one. */
function withinBounds(heads: readonly Head[]): readonly Head[] {
  let total = 0;
  const end = heads.findIndex(({ length }, index) => {
    total += Math.min(length, bounds.message);
    return index > 0 && total > bounds.total;
  });
  return heads.slice(0, Math.min(end === -1 ? heads.length : end, bounds.messages));
}

/** Reads messages in their order. */
export async function linesOf(db: Database, workspace: string, all: readonly string[]): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (let start = 0; start < all.length; start += portion) {
    const ids = all.slice(start, start + portion);
    const read = new Map((await readLines(db, workspace, { ids, max: bounds.message })).map((line) => [line.id, line]));
    lines.push(...ids.flatMap((id) => read.get(id) ?? []));
  }
  return lines;
}
