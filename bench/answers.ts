import { Agent, request } from 'node:http';
import { percentile } from './shared/load.ts';

/** One way to ask for a streamed reply. */
export interface Question {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The text that the response contains from its first token on. */
  readonly token: string;
}

/** The times of replies, in milliseconds. */
export interface Times {
  readonly answers: number;
  readonly first: { readonly p50: number; readonly p99: number };
  readonly whole: { readonly p50: number; readonly p99: number };
}

/**
 * Asks repeatedly for `duration` milliseconds, `concurrent` at a time. The first reply of each is a warm-up.
 * The first questions are spread over `spread` milliseconds, because people don't all ask at the same moment.
 */
export async function measureAnswers(
  question: Question,
  { concurrent, duration, spread }: { concurrent: number; duration: number; spread: number },
): Promise<Times> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrent });
  const first: number[] = [];
  const whole: number[] = [];
  const until = performance.now() + spread + duration;
  const converse = async (_: unknown, index: number) => {
    await new Promise((resolve) => setTimeout(resolve, (spread / concurrent) * index));
    await ask(question, agent);
    while (performance.now() < until) {
      const took = await ask(question, agent);
      first.push(took.first);
      whole.push(took.whole);
    }
  };
  await Promise.all(Array.from({ length: concurrent }, converse));
  agent.destroy();
  return { answers: whole.length, first: percentiles(first), whole: percentiles(whole) };
}

/** Opens `count` streams and returns a function that ends them all. Resolves when each has received a first token. */
export async function openAnswers(question: Question, count: number): Promise<() => void> {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  await Promise.all(
    Array.from(
      { length: count },
      () => new Promise<void>((resolve, reject) => send(question, agent, { onToken: resolve, onError: reject })),
    ),
  );
  return () => agent.destroy();
}

const ask = (question: Question, agent: Agent) =>
  new Promise<{ first: number; whole: number }>((resolve, reject) => {
    const begun = performance.now();
    let first = Number.NaN;
    send(question, agent, {
      onToken: () => {
        first = performance.now() - begun;
      },
      onEnd: () => resolve({ first, whole: performance.now() - begun }),
      onError: reject,
    });
  });

interface Listener {
  readonly onToken: () => void;
  readonly onEnd?: () => void;
  readonly onError: (error: Error) => void;
}

function send({ port, path, headers, body, token }: Question, agent: Agent, { onToken, onEnd, onError }: Listener) {
  const options = { port, host: '127.0.0.1', method: 'POST', path, agent };
  const sent = request(
    { ...options, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
    (response) => {
      let head: string | undefined = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        if (head === undefined) return;
        head += chunk;
        if (!head.includes(token)) return;
        head = undefined;
        onToken();
      });
      response.once('end', () => {
        if (head === undefined) onEnd?.();
        else onError(new Error(`${path} answered ${response.statusCode} without a token: ${head.slice(0, 500)}`));
      });
    },
  );
  sent.once('error', onError).end(body);
}

function percentiles(times: number[]): { p50: number; p99: number } {
  times.sort((a, b) => a - b);
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}
