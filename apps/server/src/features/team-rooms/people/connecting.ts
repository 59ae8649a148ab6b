import { Type } from 'typebox';
import { createFailureLimiter } from '../../../access/limits/rate-limit.ts';
import { SendFailure } from '../../../platforms/messenger.ts';
import { type Attempt, type Job, JobFailure, job } from '../../../storage/jobs/kind.ts';
import { readRoom } from '../current-room.ts';
import type { RoomChannel, RoomNeeds } from '../needs.ts';
import * as store from './store.ts';

/** Connects an account at a platform with the person who created a code, and tells them. */
export const connectKind = {
  name: 'team_rooms.connect',
  payload: Type.Object({
    channel: Type.String(),
    user: Type.Object({ id: Type.String(), name: Type.String() }),
    /** The direct messages of the person, in which the bot answers. */
    direct: Type.String(),
    /** Digest of the code. */
    digest: Type.String(),
  }),
  timeoutMs: 60_000,
  attempts: 3,
} as const;

interface Connecting {
  readonly channel: string;
  readonly user: { readonly id: string; readonly name: string };
  readonly direct: string;
  readonly digest: string;
}

/** Wrong codes of an account at a platform after which its codes are ignored for a while, in each process. */
const wrongCodes = { max: 10, length: 10 * 60_000, subjectOf: (subject: string) => subject } as const;

/** Another attempt has used the code. */
class Used extends Error {}

/** Creates the job that connects accounts. */
export function createConnecting(needs: RoomNeeds) {
  const { db, now, newId, record, memberOf } = needs;
  const wrong = createFailureLimiter(wrongCodes);

  /** Uses a code; returns the words for the person who sent it. */
  const connect = async (workspace: string, { platform, user, digest }: Connecting & { readonly platform: string }) => {
    const found = await store.findCode(db, workspace, { digest, now: now() });
    const actor = found && (await memberOf(found.user, workspace));
    if (found === undefined || actor === undefined) return undefined;
    const row = {
      ...{ id: newId('roomAccount'), workspace_id: workspace, platform, external_id: user.id, name: user.name },
      ...{ user_id: actor.user.id, created_at: now() },
    };
    const data = { user: actor.user.id, platform };
    await db.write({
      code: store.useCode(db, workspace, found.id, () => new Used()),
      account: store.connect(db, row),
      event: record(actor, { type: 'room_account.connected', workspace, data }),
    });
    return actor.user.email;
  };

  const answer = async (
    { workspace, payload, toward }: Attempt<Connecting>,
    { id, type, room, context }: RoomChannel,
  ) => {
    const subject = `${type} ${payload.user.id}`;
    if (wrong.wait(subject, now()) !== undefined) return;
    const email = await connect(workspace, { ...payload, platform: type });
    if (email === undefined) wrong.fail(subject, now());
    const title = email === undefined ? [notValid] : ['Your account is connected with ', { said: email }, '.'];
    await toward(id)(room.post({ title }, payload.direct, context));
  };

  const handle = async (attempt: Attempt<Connecting>) => {
    const { workspace, payload, signal } = attempt;
    const current = await readRoom(needs, workspace, signal);
    if (current.state !== 'connected' || current.channel.id !== payload.channel) return;
    try {
      await answer(attempt, current.channel);
    } catch (error) {
      if (error instanceof Used) throw new JobFailure('The code was used at the same time.');
      if (!(error instanceof SendFailure)) throw error;
    }
  };

  return [job(connectKind, handle)] satisfies readonly Job[];
}

const notValid = 'This code doesn’t work: it was used or has expired. Create a new one in Parley.';
