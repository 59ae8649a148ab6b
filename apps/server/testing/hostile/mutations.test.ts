import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../databases/engines.ts';
import { makeInhabitant, makeKey, makeWorkspace } from '../fixtures/people.ts';
import { service } from '../harness.ts';
import { openSocket, repliesOn } from '../processes/raw-socket.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { bugBehind, envelopeProblems, jsonOf, wireTo } from '../processes/wire.ts';
import type { Reply } from '../request.ts';
import { keyMark } from './cases.ts';
import { mutants } from './mutations.ts';

const seed = announceSeed('apps/server/testing/hostile/mutations.test.ts');
const total = runs(500);

/** Concurrent connections. */
const together = 16;

/** Max waits for a first and for a further reply, and for that of an unchanged request, in milliseconds. */
const patience = { first: 100, next: 15, plain: 10_000 };

/** Max duration of a mutant in milliseconds, on a busy machine. */
const timeForMutant = 60;

/** Sends bytes, waits until no more replies come, closes its own end and returns the replies. */
async function provoke(url: string, bytes: Buffer, first: number): Promise<Reply[]> {
  const socket = await openSocket(url);
  const replies = repliesOn(socket);
  let quiet = setTimeout(() => socket.end(), first);
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

const firstWait = (mutant: string) => (plain.includes(mutant) ? patience.plain : patience.first);

const head = (line: string, key: string) => `${line} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n`;

/** Stands for a workspace and has the length of its ID: mutants may create more, so that new agents must name one. */
const workspaceMark = `ws_${'0'.repeat(26)}`;

/** Requests without a change, one for each status that must occur, whatever the sample is. */
const plain = [
  `${head('GET /api/agents', keyMark)}\r\n`,
  `${head('GET /api/agents', 'wrong')}\r\n`,
  `${head('GET /nowhere', keyMark)}\r\n`,
  ...[`{"name":"Plain","workspaceId":"${workspaceMark}"}`, '{"name":7}'].map(
    (body) =>
      `${head('POST /api/agents', keyMark)}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  ),
];

describe.each(anyEngine)('requests with a few bytes changed, on %s', (engine) => {
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
  let workspaceId: string;
  beforeAll(async () => {
    const person = await makeInhabitant(parley, 'Ann');
    workspaceId = await makeWorkspace(parley, person.account, new Map([[person, 'owner']]));
    headers = (await makeKey(parley, person)).headers;
  });

  /** Replies that the service can't have sent; interim replies (100 Continue) have no body to check. */
  const problemsOf = (replies: readonly Reply[]) =>
    replies
      .filter(({ status }) => status >= 200)
      .flatMap((reply) => [
        ...envelopeProblems(reply),
        ...(reply.status >= 500 ? [`fails inside: ${bugBehind(reply, parley.log())}`] : []),
      ]);

  /** A normal client that uses the service meanwhile. */
  const beServed = async (until: () => boolean): Promise<number> => {
    let served = 0;
    const body = { name: 'Mine', workspaceId };
    while (!until()) {
      const made = await wire.send({ method: 'POST', path: '/api/agents', headers, body });
      expect(made.status, made.text).toBe(201);
      const { _id: id } = jsonOf(made)['data'] as { _id: string };
      const read = await wire.send({ method: 'GET', path: `/api/agents/${id}`, headers });
      expect(jsonOf(read)['data']).toMatchObject({ _id: id, name: 'Mine' });
      served += 1;
    }
    return served;
  };

  test(`${total} mutants get valid replies or none, and others are served`, {
    timeout: 60_000 + total * timeForMutant,
  }, async () => {
    const key = headers.authorization.slice('Bearer '.length);
    const problems: string[] = [];
    const statuses = new Map<number, number>();
    const waiting = [...plain, ...fc.sample(mutants, { seed, numRuns: total })].values();
    const attacker = async () => {
      for (const mutant of waiting) {
        const bytes = mutant.replaceAll(keyMark, key).replaceAll(workspaceMark, workspaceId);
        const replies = await provoke(parley.url, Buffer.from(bytes, 'latin1'), firstWait(mutant));
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
    // Some mutants must be read to their end, and some accepted.
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404]));
  });
});
