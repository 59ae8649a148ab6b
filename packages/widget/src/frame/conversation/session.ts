import type { Message } from '@parley/sdk';
import { readSettings, type Settings } from '../settings.ts';
import { ask, type Call, ChatError, listen, type StreamEvent } from './client.ts';
import type { Kept, Slot, Storage } from './storage.ts';
import { isObject, subjectOf } from './values.ts';

/** Answers to a form, by the keys of its fields. */
export type Answers = Readonly<Record<string, string | boolean>>;

/** A visitor of a channel. */
export interface Visit {
  readonly channel: string;
  /** A token of the customer's server; undefined for an unknown visitor. */
  readonly identity: string | undefined;
  /** The origin of the embedding page; undefined if the chat is a page of its own. */
  readonly origin: string | undefined;
}

/** An open visit: sends requests as the visitor, and keeps what belongs to it on this device. */
export interface Session {
  readonly settings: Settings;
  /** True if the visitor is verified, so that their conversations may be on other devices. */
  readonly verified: boolean;
  /** Earlier answers to the form; null without answers. */
  readonly form: Answers | null;
  readonly kept: Kept;
  keep(part: Partial<Kept>): void;
  /** Notes the last seen message. */
  keepSeen(message: Message): void;
  /** Takes another identity of the same person for the next token. */
  renewWith(visit: Visit): void;
  ask(call: Call): Promise<Record<string, unknown>>;
  /** As `listen`, with the visitor's token. */
  listen(call: Call): AsyncGenerator<StreamEvent, void, undefined>;
}

/** Max conversations whose times of reading are kept. */
const maxRead = 50;

/** Error code if the visitor's token ended, and the service has created another visitor. */
export const visitorChanged = 'visitor_changed';

/** True if a failure says that the token is no longer valid. */
const isExpired = (error: unknown): boolean =>
  error instanceof ChatError && (error.code === 'invalid_visitor_token' || error.code === 'expired_visitor_token');

/**
 * Resumes or starts a visit. Rejects with a `ChatError` that says why not. Once the signal is aborted, nothing more is
 * kept: the next person on this device could see it.
 */
export async function openSession(visit: Visit, storage: Storage, signal: AbortSignal): Promise<Session> {
  const slot = storage.slot(visit.identity === undefined ? null : subjectOf(visit.identity));
  let { kept, settings, verified, form } = await enter(visit, slot);
  const keep = (part: Partial<Kept>) => {
    kept = { ...kept, ...part };
    if (signal.aborted) return;
    // Another tab of the same visitor may have kept more since; this one changes only its own fields.
    const stored = slot.read();
    slot.write(stored?.visitor === kept.visitor ? { ...stored, ...part } : kept);
  };
  let renewing: Promise<void> | undefined;
  const renew = async () => {
    const { visitor } = kept;
    const entered = await enter(visit, slot);
    if (entered.kept.visitor !== visitor) throw new ChatError(401, visitorChanged, {});
    keep({ token: entered.kept.token });
  };
  /** One renewal for all requests that find the token expired. */
  const renewOnce = () => {
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };
  keep({ token: kept.token });
  return {
    settings,
    verified,
    form,
    get kept() {
      return kept;
    },
    keep,
    keepSeen: ({ _id: seen, conversation, createdAt }) => {
      // Another tab may have seen other conversations since.
      const stored = slot.read();
      const known = { ...kept.readUntil, ...(stored?.visitor === kept.visitor && stored.readUntil) };
      const latest = Object.entries({ ...known, [conversation]: createdAt })
        .sort(([, one], [, other]) => (one < other ? 1 : -1))
        .slice(0, maxRead);
      keep({ seen, readUntil: Object.fromEntries(latest) });
    },
    renewWith: (next) => {
      visit = next;
    },
    ask: async (call) => {
      try {
        return await ask({ ...call, token: kept.token });
      } catch (error) {
        if (!isExpired(error)) throw error;
        await renewOnce();
        return ask({ ...call, token: kept.token });
      }
    },
    listen: async function* (call) {
      try {
        yield* listen({ ...call, token: kept.token });
      } catch (error) {
        if (!isExpired(error)) throw error;
        await renewOnce();
        yield* listen({ ...call, token: kept.token });
      }
    },
  };
}

/** Requests a token. Kept data stays only if it is the same visitor's. */
async function enter({ channel, identity, origin }: Visit, slot: Slot) {
  const stored = slot.read();
  const {
    token,
    visitor,
    channel: told,
  } = await ask({
    method: 'POST',
    path: `/api/channels/${channel}/visitors`,
    body: { ...(stored?.token && { token: stored.token }), ...(identity && { identity }), ...(origin && { origin }) },
  });
  if (typeof token !== 'string' || !isObject(visitor) || typeof visitor['id'] !== 'string') {
    throw new ChatError(0, 'unreachable', {});
  }
  const own = { token, visitor: visitor['id'] };
  const kept: Kept =
    stored?.visitor === own.visitor
      ? { ...stored, ...own }
      : { ...own, conversation: null, draft: '', unsent: [], startedOver: false, seen: null, readUntil: {} };
  const form = isObject(visitor['form']) ? (visitor['form'] as Answers) : null;
  return { kept, settings: readSettings(isObject(told) ? told : {}), verified: visitor['verified'] === true, form };
}

/** True if two visits are of the same signed-in person. */
export function isSamePerson(one: Visit | undefined, other: Visit): boolean {
  if (one?.identity === undefined || other.identity === undefined) return false;
  const subject = subjectOf(other.identity);
  return subject !== null && subject === subjectOf(one.identity);
}
