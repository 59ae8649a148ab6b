import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, type From, openSocket, type Sending } from '../tenants/client.ts';
import type { Site } from './neighbour.ts';

/** Waits, but not longer than the attack. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined);

/** Resolves when the attack is over. */
export async function over(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** Runs the work so many times at a time until the attack is over. The work gets a number that rises. */
export async function inParallel(site: Site, times: number, work: (index: number) => Promise<void>): Promise<void> {
  let index = 0;
  const loop = async () => {
    while (!site.signal.aborted) {
      index += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: times }, loop));
}

/** A request of an attack. */
interface Demand {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly form?: Sending['form'];
  /**
   * The part of its answer that is awaited although the attack is over. Set it for each request that creates something
   * that `tidy` deletes.
   */
  readonly until?: Sending['until'];
}

/**
 * Sends one request as a neighbour and counts it. One that is refused for a while waits for as long as it is told, or
 * until the attack is over. Returns the text of a success.
 */
export async function demand(
  site: Site,
  { what, method, path, body, form, until }: Demand,
): Promise<string | undefined> {
  const { client, tally, signal } = site;
  tally.did(what);
  try {
    const answer = await client.send(method, path, { body, form, signal, until });
    tally.answered(answer);
    if (answer.status === 429 || answer.status === 503) await pause((answer.retryAfter ?? 1) * 1000, signal);
    return answer.status < 300 ? answer.text : undefined;
  } catch (error) {
    if (signal.aborted && until !== 'ended') return undefined;
    tally.cut(String((error as NodeJS.ErrnoException).code ?? (error as Error).message));
    await pause(200, signal);
    return undefined;
  }
}

/** Opens a socket that is closed with the attack, and counts if the server closes it before. */
export async function hold(site: Site, from: From = site.from): Promise<Socket> {
  const socket = await openSocket(from);
  const end = () => socket.destroy();
  if (site.signal.aborted) end();
  site.signal.addEventListener('abort', end, { once: true });
  socket.once('close', () => {
    site.signal.removeEventListener('abort', end);
    if (!site.signal.aborted) site.tally.cut('closed');
  });
  return socket;
}

/** Bytes of an answer that are read at a time. */
const mostOfAnswer = 4096;

/** Counts the first answer on a socket: its status, and the code of a refusal. Reads no more than a little of it. */
export function countAnswer(site: Site, socket: Socket): void {
  let text = '';
  const look = () => {
    const part: Buffer | null = socket.read(Math.min(mostOfAnswer, socket.readableLength));
    text += part === null ? '' : part.toString('latin1');
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(text) ?? [];
    const code = codeOf(Number(status), text);
    if (status === undefined || (Number(status) >= 400 && code === undefined)) socket.once('readable', look);
    else site.tally.answered({ status: Number(status), code });
  };
  socket.once('readable', look);
}

/** An address of the loopback, another one for each number up to 60,000; the tenant and the neighbours have none. */
export const addressOf = (index: number): string => `127.1.${Math.floor(index / 250)}.${(index % 250) + 1}`;

/** The head of a request by key. */
export const headOf = (method: string, path: string, { headers = {} }: From): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
    .join('\r\n')
    .concat('\r\n');
