import { InvalidResponseError } from '../errors.ts';
import type { WorkspaceEvent } from '../types.ts';
import type { Answer } from './attempt.ts';
import { invalidResponse, unwrap } from './envelope.ts';
import type { RequestDescription, RequestOptions } from './request.ts';
import { retryDelay } from './retry.ts';
import type { Transport } from './send.ts';

/** A page is asked for with the longest wait that the service allows, in s. */
const NEXT = { wait: 30, limit: 100 };

/** Timeout of one request in ms, longer than its wait. */
const TIMEOUT = 60_000;

/** The fields of a page that are read here. */
interface EventPage {
  readonly items: readonly WorkspaceEvent[];
  readonly cursor: string;
}

/** The place at which a caller wants to begin. */
interface Place {
  readonly cursor?: string | undefined;
  readonly createdAfter?: unknown;
}

/**
 * The events of the log after a cursor, or from now on, for as long as they are read. Reads pages, so that a filter that
 * matches little still moves on. Once the service has answered, retries every failure that a retry can fix, without
 * limit and with back-off.
 */
export async function* followEvents(
  transport: Transport,
  request: RequestDescription,
  given: RequestOptions = {},
): AsyncGenerator<WorkspaceEvent, void, undefined> {
  const options = { timeout: TIMEOUT, ...given };
  const read = async (place: object, own: RequestOptions): Promise<EventPage> =>
    readPage(await transport.send({ ...request, query: { ...request.query, ...place } }, own));

  /** Requests a page until it comes, or fails in a way that no retry can fix. */
  const insist = async (place: object): Promise<EventPage> => {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await read({ ...NEXT, ...place }, { ...options, maxRetries: 0 });
      } catch (error) {
        const delay = retryDelay({ error, attempts, repeatable: true, random: transport.random });
        if (delay === undefined) throw error;
        await transport.wait(delay, options.signal);
      }
    }
  };

  const { cursor, createdAfter }: Place = request.query ?? {};
  let page: EventPage;
  if (cursor === undefined && createdAfter === undefined) {
    // Events after the newest one are new. If the log is empty, all that come are.
    const newest = await read({ sort: '-createdAt', limit: 1 }, options);
    page = await insist({ cursor: newest.items[0]?._id });
  } else page = await read(NEXT, options);
  for (;;) {
    yield* page.items;
    page = await insist({ cursor: page.cursor });
  }
}

function readPage(answer: Answer): EventPage {
  const page = unwrap(answer) as Partial<EventPage>;
  if (Array.isArray(page.items) && typeof page.cursor === 'string') return page as EventPage;
  throw new InvalidResponseError(invalidResponse(answer, 'The response is not a page of events.'));
}
