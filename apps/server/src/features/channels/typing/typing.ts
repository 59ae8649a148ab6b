import { SendFailure, type TypingTo } from '../../../platforms/messenger.ts';
import { obstacleTo } from '../delivery/obstacles.ts';
import { sendContext } from '../delivery/send-context.ts';
import type { TargetKey } from '../delivery/target-store.ts';
import type { MessengerNeeds } from '../messenger-needs.ts';
import { createRounds } from './rounds.ts';
import { type Found, find } from './store.ts';

/** Durations in ms. */
const times = {
  /** An agent that answers sooner shows no sign: it could come after the answer. */
  patience: 1_000,
  /** A person's sign counts a little longer than the interval at which clients repeat it. */
  person: 7_000,
  /** Max time that one message of a user has an agent shown as typing. */
  reply: 10 * 60_000,
  request: 5_000,
  /** Silence in a conversation, or a channel that asks for it, after a failure. */
  silence: 5 * 60_000,
} as const;

/** Max simultaneous calls of a process: fewer than a host may have, so that messages don't wait for them. */
const atOnce = 4;

/** Max failures that are remembered. */
const mostSilent = 1_000;

/** The person and the agent that may be writing in a conversation. */
interface Signs {
  readonly workspace: string;
  /** The person who types: until when that counts, and whether it is still so. */
  person?: { readonly user: string; readonly until: number; isTyping(): boolean };
  /** Until when a reply of an agent is expected, in ms since 1970. */
  replyUntil?: number;
}

/** The part of the needs of messengers that shows typing. */
type TypingNeeds = Pick<MessengerNeeds, 'db' | 'now' | 'secrets' | 'outbound' | 'origins' | 'onError'>;

/** Remembers for a while where a call has failed. */
function createSilence(now: () => number) {
  const until = new Map<string, number>();
  return {
    keep: (key: string, ms: number): void => {
      until.delete(key);
      until.set(key, now() + ms);
      const [oldest] = until.keys();
      if (until.size > mostSilent && oldest !== undefined) until.delete(oldest);
    },
    isOn: (key: string): boolean => (until.get(key) ?? 0) > now(),
  };
}

/**
 * Creates what shows users of messengers that a person or an agent is writing to them. Nothing of it is stored, tried
 * again or waited for, and a failure silences it for a while.
 */
export function createTyping(needs: TypingNeeds) {
  const { db, now } = needs;
  const signs = new Map<string, Signs>();
  const silence = createSilence(now);
  const closing = new AbortController();
  let running = 0;

  const roleOf = ({ person, replyUntil = 0 }: Signs, found: Found): TypingTo['role'] | undefined => {
    const types = person !== undefined && person.until > now() && person.user === found.holder && person.isTyping();
    if (types) return 'human';
    return replyUntil > now() && found.replyUntil > now() ? 'assistant' : undefined;
  };

  const mayShow = ({ channel, to, ...found }: Found, settings: Readonly<Record<string, unknown>>): boolean =>
    found.status !== 'inactive' &&
    found.heldUntil <= now() &&
    !silence.isOn(channel) &&
    !silence.isOn(to.conversation ?? '') &&
    obstacleTo({ ...found, settings }, to, now()) === undefined;

  /** Shows it once. A failure is remembered. */
  const show = async (found: Found, to: TypingTo, context: ReturnType<typeof sendContext>): Promise<void> => {
    if (running >= atOnce) return;
    running += 1;
    try {
      await found.sign.show(to, context);
    } catch (error) {
      const wait = error instanceof SendFailure ? error.waitMs : undefined;
      if (wait !== undefined) silence.keep(found.channel, wait);
      silence.keep(to.conversation ?? '', times.silence);
    } finally {
      running -= 1;
    }
  };

  const round = async (conversation: string): Promise<number | undefined> => {
    const sign = signs.get(conversation);
    if (sign === undefined) return undefined;
    const found = await find(db, { workspace: sign.workspace, conversation });
    const role = found && roleOf(sign, found);
    if (found === undefined || role === undefined) return undefined;
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(times.request)]);
    const context = sendContext(needs, found, signal);
    if (!mayShow(found, context.settings)) return undefined;
    await show(found, { ...found.to, role }, context);
    return found.sign.everyMs;
  };
  const rounds = createRounds(round, {
    onError: needs.onError,
    onEnd: (conversation) => signs.delete(conversation),
  });

  const begin = ({ conversation, workspace }: TargetKey, sign: Omit<Signs, 'workspace'>, ms: number): void => {
    if (silence.isOn(conversation) || !rounds.begin(conversation, ms)) return;
    signs.set(conversation, { ...signs.get(conversation), ...sign, workspace });
  };

  return {
    /** A person types in a conversation; shown if they hold it, as long as `isTyping` says so. */
    person: (key: TargetKey, user: string, isTyping: () => boolean): void =>
      begin(key, { person: { user, until: now() + times.person, isTyping } }, 0),
    /** An agent may be answering in a conversation. */
    agent: (key: TargetKey): void => begin(key, { replyUntil: now() + times.reply }, times.patience),
    close: (): void => {
      closing.abort();
      rounds.close();
    },
  };
}

export type Typing = ReturnType<typeof createTyping>;
