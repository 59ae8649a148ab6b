import type { OperatorFetch } from '../../outbound/operator-fetch.ts';
import { createOperatorFetch } from '../../outbound/operator-fetch.ts';
import { CommandError } from '../output/failure.ts';

/** Options of the commands that follow the events of a server. */
export interface FollowOptions {
  /** An API key that may administer its workspaces. */
  readonly apiKey: string;
  /** The server, such as https://parley.example.com. */
  readonly url: string;
  readonly types?: string;
  readonly agent?: string;
  readonly workspace?: string;
  /** Begins after this cursor or ID of an event; otherwise with the next event. */
  readonly since?: string;
}

/** An event of the log, as far as the commands read it. A newer server may send other types and fields. */
export interface FollowedEvent {
  readonly _id: string;
  readonly type: string;
  readonly createdAt: string;
  readonly workspace: string | null;
  readonly actor: { readonly kind: string; readonly id: string; readonly name?: string };
  readonly data: Readonly<Record<string, unknown>>;
  readonly changes: readonly unknown[];
}

/** The parts of an answer of the server that are read. */
interface Answer {
  readonly data?: { readonly items: readonly FollowedEvent[]; readonly cursor: string };
  readonly error?: string;
  readonly hint?: string;
  readonly code?: string;
}

/** Times in ms, and the max size of an answer in bytes. */
const limits = { connect: 5_000, answer: 60_000, bodyBytes: 64 * 1024 * 1024 } as const;

/** The delay before a failed request is sent again, in ms: the first one, and the longest. */
const delays = { first: 500, longest: 8_000 } as const;

/** A failure that a retry may fix. */
class Passing extends Error {}

/** Creates the door of these commands. Its addresses are those of the operator, so they may be private. */
const openDoor = (): OperatorFetch => createOperatorFetch(limits);

/**
 * Returns the events of a server from now on, or after `since`, until the signal is aborted. Once the server has
 * answered, retries lost connections, 429 and 5xx without limit; `note` hears of the first failure of a series.
 */
export async function* followEvents(
  options: FollowOptions,
  { door, signal, note }: { door: OperatorFetch; signal: AbortSignal; note: (line: string) => void },
): AsyncGenerator<FollowedEvent, void, undefined> {
  const { types, agent: agentId, workspace: workspaceId, since } = options;
  const filters = { types, agentId, workspaceId };
  const read = (place: object) => readPage(options, { ...filters, ...place }, { door, signal });
  /** Reads the page after a place until it comes. */
  const insist = async (cursor: string | undefined) => {
    for (let failures = 0; ; failures += 1) {
      try {
        return await read({ cursor, wait: 30, limit: 100 });
      } catch (error) {
        if (signal.aborted || !(error instanceof Passing)) throw error;
        if (failures === 0) note(`${error.message} Trying again …`);
        await pause(Math.min(delays.first * 2 ** failures, delays.longest), signal);
      }
    }
  };
  try {
    // The newest event is the place after which new ones come; it also shows whether the server accepts the key.
    const newest = since === undefined ? await read({ sort: '-createdAt', limit: 1 }) : undefined;
    let page = since === undefined ? await insist(newest?.items[0]?._id) : await read({ cursor: since, limit: 100 });
    for (;;) {
      yield* page.items;
      page = await insist(page.cursor);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function readPage(
  { url, apiKey }: FollowOptions,
  query: object,
  { door, signal }: { door: OperatorFetch; signal: AbortSignal },
): Promise<NonNullable<Answer['data']>> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const address = `${url.endsWith('/') ? url.slice(0, -1) : url}/api/events?${search}`;
  const { status, text } = await door
    .read(address, {
      headers: { accept: 'application/json', authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(limits.answer)]),
      maxBytes: limits.bodyBytes,
    })
    .catch((error: unknown) => {
      throw new Passing(`Can’t read events from ${url} (${error instanceof Error ? error.message : String(error)}).`);
    });
  const { data, error = `${url} answered ${status}.`, code = 'command_failed', hint } = answerOf(text);
  if (status === 200 && data !== undefined) return data;
  if (status === 429 || status >= 500) throw new Passing(error);
  throw new CommandError(code, error, hint);
}

function answerOf(text: string): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    // A page of a proxy.
    return {};
  }
}

/** Waits some milliseconds, or until the signal is aborted. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });

/** Runs work until it ends, or until the operator interrupts it (Ctrl-C): then it ends without an error. */
export async function untilInterrupted(
  work: (given: { door: OperatorFetch; signal: AbortSignal; note: (line: string) => void }) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const name of signals) process.once(name, stop);
  const door = openDoor();
  try {
    await work({ door, signal: controller.signal, note: (line) => process.stderr.write(`${line}\n`) });
  } finally {
    for (const name of signals) process.removeListener(name, stop);
    await door.close();
  }
}
