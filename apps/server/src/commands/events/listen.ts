import { randomBytes } from 'node:crypto';
import { styleText } from 'node:util';
import { Webhook } from 'standardwebhooks';
import type { OperatorFetch } from '../../outbound/operator-fetch.ts';
import { plain } from '../output/plain-line.ts';
import { isColoured } from './event-line.ts';
import { type FollowedEvent, type FollowOptions, followEvents, untilInterrupted } from './following.ts';

interface ListenOptions extends FollowOptions {
  /** The address that gets the events, such as http://localhost:3000/hook. */
  readonly forwardTo: string;
  /** The secret that signs them; random unless set. */
  readonly secret?: string;
  readonly json?: boolean;
}

/** The longest time that a receiver may take, in ms. */
const longestAnswer = 15_000;

/** The result of forwarding an event: a status, or the reason why it is missing, and the time that it took. */
interface Forwarded {
  readonly status: number | undefined;
  readonly error?: string;
  readonly milliseconds: number;
}

/**
 * `parley listen`: forwards each event of a server to an address of the developer's machine, signed like a webhook and
 * one after the other, until it is interrupted. An event is sent once: its ID is printed, so that `--since` repeats it.
 */
export async function listen({ forwardTo, secret = newSecret(), json = false, ...options }: ListenOptions) {
  const signer = new Webhook(secret);
  const coloured = isColoured(process.stdout);
  const print = (line: string, object: object) => process.stdout.write(`${json ? JSON.stringify(object) : line}\n`);
  await untilInterrupted(async (given) => {
    print(`Forwarding events of ${options.url} to ${forwardTo}\nThe signing secret is ${secret}`, {
      forwardTo,
      secret,
    });
    for await (const event of followEvents(options, given)) {
      const forwarded = await forward(event, { ...given, to: forwardTo, signer });
      if (given.signal.aborted) return;
      print(lineOf(event, forwarded, coloured), { event: event._id, type: event.type, ...forwarded });
    }
  });
}

/** A signing secret of 32 random bytes. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

interface Receiver {
  readonly door: OperatorFetch;
  readonly signal: AbortSignal;
  readonly to: string;
  readonly signer: Webhook;
}

/** Sends an event as a webhook would, and returns what came of it. */
async function forward(event: FollowedEvent, { door, signal, to, signer }: Receiver): Promise<Forwarded> {
  const { type, createdAt: timestamp, data, _id, workspace, actor, changes } = event;
  const body = JSON.stringify({ type, timestamp, data, _id, workspace, actor, changes });
  const time = new Date();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': _id,
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': signer.sign(_id, time, body),
  };
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const sent = {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(longestAnswer)]),
    };
    const response = await door.fetchWhole(to, sent);
    const milliseconds = took();
    // The words of a receiver count for nothing, so the rest isn't read.
    await response.body?.getReader().cancel();
    return { status: response.status, milliseconds };
  } catch (error) {
    return { status: undefined, error: error instanceof Error ? error.message : String(error), milliseconds: took() };
  }
}

function lineOf(
  { createdAt, type, _id }: FollowedEvent,
  { status, error, milliseconds }: Forwarded,
  coloured: boolean,
) {
  const isFine = status !== undefined && status >= 200 && status < 300;
  const result = plain(status === undefined ? `failed (${error})` : String(status));
  const shown = coloured ? styleText(isFine ? 'green' : 'red', result, { validateStream: false }) : result;
  return `${plain(createdAt)}  ${plain(type)}  ${plain(_id)}  ${shown}  ${milliseconds} ms`;
}
