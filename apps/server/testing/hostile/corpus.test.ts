import { beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../databases/engines.ts';
import { makeInhabitant, makeKey, makeWorkspace } from '../fixtures/people.ts';
import { service } from '../harness.ts';
import { exchange } from '../processes/raw-socket.ts';
import { envelopeProblems } from '../processes/wire.ts';
import { type HostileCase, keyMark } from './cases.ts';
import { headers, requestLines } from './heads.ts';
import { framing, pipelines, smuggling } from './smuggling.ts';

const groups: Readonly<Record<string, readonly HostileCase[]>> = {
  'that could be two requests to another parser': smuggling,
  'with a body that looks like a request': framing,
  'with a strange request line': requestLines,
  'with strange headers': headers,
  'behind each other': pipelines,
};

describe.each(anyEngine)('bytes on a connection, on %s', (engine) => {
  const parley = service(engine, {
    timeouts: { headersTimeout: 1_000, requestTimeout: 1_500, keepAliveTimeout: 500, connectionsCheckingInterval: 100 },
  });
  let key: string;
  beforeAll(async () => {
    const person = await makeInhabitant(parley, 'Ann');
    await makeWorkspace(parley, person.account, new Map([[person, 'owner']]));
    key = (await makeKey(parley, person)).headers.authorization.slice('Bearer '.length);
  });

  /** Replaces the key's placeholder, byte for byte. */
  const withKey = (bytes: string | Buffer): Buffer => {
    const text = typeof bytes === 'string' ? bytes : bytes.toString('latin1');
    return Buffer.from(text.replaceAll(keyMark, key), typeof bytes === 'string' ? 'utf8' : 'latin1');
  };

  describe.each(Object.entries(groups))('%s', (_group, cases) => {
    test.concurrent.each(cases.map((hostile) => [hostile.name, hostile] as const))(
      '%s',
      async (_name, { bytes, replies }) => {
        const answers = await exchange(parley.url, withKey(bytes));
        expect(
          answers.map(({ status }) => status),
          answers.map(({ text }) => text).join('\n'),
        ).toEqual(replies);
        for (const answer of answers) expect(envelopeProblems(answer), answer.text).toEqual([]);
      },
    );
  });

  test('no request caused an internal error', () => {
    expect(
      parley
        .log()
        .split('\n')
        .filter((line) => line.includes('"level":50')),
    ).toEqual([]);
  });
});
