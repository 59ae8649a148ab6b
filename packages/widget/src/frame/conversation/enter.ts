import { ChatError } from './client.ts';
import type { Core } from './core.ts';
import { openSession, type Session, type Visit } from './session.ts';
import type { Storage } from './storage.ts';
import { backoff, pause } from './values.ts';

/** Opens a visit, and tries until it succeeds or the service refuses; undefined if it doesn't. */
export async function enter(core: Core, visit: Visit, storage: Storage): Promise<Session | undefined> {
  const { signal } = core.visiting;
  for (let attempts = 0; ; attempts += 1) {
    const opened = await open(visit, storage, signal).catch((error: unknown) => error);
    if (signal.aborted) return undefined;
    if (!(opened instanceof Error)) return opened as Session;
    if (!(opened instanceof ChatError)) throw opened;
    const isOver = await waitAfter(opened, attempts, core);
    if (isOver || signal.aborted) return undefined;
  }
}

async function open(visit: Visit, storage: Storage, signal: AbortSignal): Promise<Session> {
  const session = await openSession(visit, storage, signal);
  const { conversation, startedOver } = session.kept;
  if (session.verified && conversation === null && !startedOver) await findConversation(session);
  return session;
}

/** Waits if another attempt may help; otherwise names the problem, and returns true. */
async function waitAfter(error: ChatError, attempts: number, core: Core): Promise<boolean> {
  const isLimited = error.status === 429;
  if (!error.passes && !isLimited) {
    core.refuse(error.code, error.message);
    return true;
  }
  // A server that restarts is back at once; what lasts longer is worth saying.
  if (attempts > 0 || isLimited) core.update({ phase: 'refused', refusal: 'unreachable' });
  await pause(Math.max(error.retryAfter ?? 0, backoff(attempts)), core.visiting.signal);
  return false;
}

/** A verified visitor's newest conversation, which may be from another device. */
async function findConversation(session: Session): Promise<void> {
  const { items } = await session.ask({ path: '/api/conversations?limit=1' });
  const [newest] = Array.isArray(items) ? (items as { _id: string; status: string }[]) : [];
  if (newest !== undefined && newest.status !== 'closed') session.keep({ conversation: newest._id });
}
