import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../engines.ts';
import { service } from '../harness.ts';
import { makeInhabitant, makeKey, makeWorkspace } from '../people.ts';
import { openSocket, repliesOn } from '../raw-socket.ts';
import type { Reply } from '../request.ts';
import { announceSeed, runs } from '../runs.ts';
import { bugBehind, envelopeProblems, jsonOf, wireTo } from '../wire.ts';
import { keyMark } from './cases.ts';
import { mutants } from './mutations.ts';

const seed = announceSeed('apps/server/testing/hostile/mutations.test.ts');
const total = runs(500);

/** Connections at once. */
const together = 16;

/** How long a first reply, and how long a further one is waited for, in milliseconds. */
const patience = { first: 100, next: 15 };

/** What a mutant may take, in milliseconds, on a machine with much else to do. */
const timeForMutant = 60;

/** Sends bytes, waits until it gets quiet, closes its own side, and gives what came. */
async function provoke(url: string, bytes: Buffer): Promise<Reply[]> {
  const socket = await openSocket(url);
  const replies = repliesOn(socket);
  let quiet = setTimeout(() => socket.end(), patience.first);
  socket.on('data', () => {
    clearTimeout(quiet);
    quiet = setTimeout(() => socket.end(), patience.next);
  });
  socket.write(bytes);
  try {
    return await replies;
  } finally {
    clearTimeout(quiet);
  }
}

describe.each(engines)('requests with a few bytes changed, on %s', (engine) => {
  const parley = service(engine, {
    environment: { PARLEY_LOG_REQUESTS: 'errors' },
    timeouts: {
      headersTimeout: 2_000,
      requestTimeout: 3_000,
      keepAliveTimeout: 1_000,
      connectionsCheckingInterval: 200,
    },
  });
  const wire = wireTo(parley);
  let headers: { authorization: string };
  beforeAll(async () => {
    const person = await makeInhabitant(parley, 'Ann');
    await makeWorkspace(parley, person.account, new Map([[person, 'owner']]));
    headers = (await makeKey(parley, person)).headers;
  });

  /** Replies that are none of ours; what isn't the final reply to a request (100 Continue) has no body to look at. */
  const problemsOf = (replies: readonly Reply[]) =>
    replies
      .filter(({ status }) => status >= 200)
      .flatMap((reply) => [
        ...envelopeProblems(reply),
        ...(reply.status >= 500 ? [`fails inside: ${bugBehind(reply, parley.log())}`] : []),
      ]);

  /** Somebody who uses the service as it is meant, all the while. */
  const beServed = async (until: () => boolean): Promise<number> => {
    let served = 0;
    while (!until()) {
      const made = await wire.send({ method: 'POST', path: '/api/agents', headers, body: { name: 'Mine' } });
      expect(made.status, made.text).toBe(201);
      const { _id: id } = jsonOf(made)['data'] as { _id: string };
      const read = await wire.send({ method: 'GET', path: `/api/agents/${id}`, headers });
      expect(jsonOf(read)['data']).toMatchObject({ _id: id, name: 'Mine' });
      served += 1;
    }
    return served;
  };

  test(`${total} of them get our replies or none, and others are served`, {
    timeout: 60_000 + total * timeForMutant,
  }, async () => {
    const key = headers.authorization.slice('Bearer '.length);
    const problems: string[] = [];
    const statuses = new Map<number, number>();
    const waiting = fc.sample(mutants, { seed, numRuns: total }).values();
    const attacker = async () => {
      for (const mutant of waiting) {
        const replies = await provoke(parley.url, Buffer.from(mutant.replaceAll(keyMark, key), 'latin1'));
        for (const { status } of replies) statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const found = problemsOf(replies);
        if (found.length > 0) problems.push(`${JSON.stringify(mutant)}\n  ${found.join('\n  ')}`);
      }
    };
    let over = false;
    const attack = Promise.all(Array.from({ length: together }, attacker)).finally(() => {
      over = true;
    });
    const [served] = await Promise.all([beServed(() => over), attack]);
    expect(problems.slice(0, 3).join('\n\n'), `${problems.length} problems with seed ${seed}`).toBe('');
    expect(served).toBeGreaterThan(10);
    // Not all are refused at the door: some are read to their end, and some are accepted.
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404]));
  });
});
