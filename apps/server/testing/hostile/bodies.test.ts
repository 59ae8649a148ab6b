import { beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../databases/engines.ts';
import { makeInhabitant, makeKey, makeWorkspace } from '../fixtures/people.ts';
import { service } from '../harness.ts';
import { envelopeProblems, jsonOf, wireTo } from '../processes/wire.ts';

/** Almost the maximum size of a body. */
const large = 1_000_000;

/** Max duration of the worst body in milliseconds: 0.1 s on a busy machine. */
const patience = 2000;

const repeat = (text: string) => text.repeat(Math.floor(large / text.length));
const list = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => item(index));

/** Refused bodies, each near the limit in another way. */
const refused: Readonly<Record<string, string>> = {
  'lists in lists': `{"name":${'['.repeat(large / 2 - 10)}${']'.repeat(large / 2 - 10)}}`,
  'objects in objects, 200,000 deep': `${'{"":'.repeat(200_000)}1${'}'.repeat(200_000)}`,
  'a list of half a million numbers': `{"name":[${repeat('0,')}0]}`,
  'a list of empty lists': `{"name":[${repeat('[],')}0]}`,
  'unknown fields without end': `{${list(80_000, (index) => `"a${index}":1`).join()}}`,
  '9,000 unknown fields': `{${list(9000, (index) => `"a${index}":1`).join()}}`,
  'an unknown field with a long name': `{"${repeat('n')}":1}`,
  'five unknown fields with long names': `{${list(5, (index) => `"${index}${'n'.repeat(190_000)}":1`).join()}}`,
  'a long name in which to look for what is no text': `{"${repeat('n').slice(20)}":"\\u0000"}`,
  'a long path to what is no text': `{"${'n'.repeat(400_000)}":{"${'n'.repeat(400_000)}":"\\ud800"}}`,
  'white space for a name': `{"name":"${repeat(' ')}"}`,
  'a name of white space with a letter at either end': `{"name":"a${repeat(' ').slice(20)}a"}`,
  'a name of letters and white space': `{"name":"${repeat('a ')}"}`,
  'a long name': `{"name":"${repeat('é').slice(0, 400_000)}"}`,
  'a long name of escapes': `{"name":"${repeat('\\u00e9')}"}`,
  'a name of NULs': `{"name":"${repeat('\\u0000')}"}`,
  'a long number': `{"name":"a","temperature":1${repeat('0').slice(30)}}`,
  'a long fraction that is too large': `{"name":"a","temperature":1.${repeat('9').slice(30)}}`,
  'a long status': `{"status":"${repeat('x').slice(20)}"}`,
  'sources without end': `{"name":"a","knowledgeSources":[${list(9000, (index) => `"source ${index}"`).join()}]}`,
  'the same source again and again': `{"name":"a","knowledgeSources":[${repeat('"x",').slice(0, 30_000)}"x"]}`,
  'sources with long names': `{"name":"a","knowledgeSources":[${list(9, () => `"${'x'.repeat(100_000)}"`).join()}]}`,
};

/** Accepted bodies, although they are unusual. */
const accepted: Readonly<Record<string, readonly [text: string, shown: object]>> = {
  'fields that come twice: the last one counts': ['{"name":"a","name":"b"}', { name: 'b' }],
  'a field whose name is escaped': ['{"\\u006eame":"a"}', { name: 'a' }],
  'the smallest number': ['{"name":"a","temperature":5e-324}', { temperature: 5e-324 }],
  'a number too small to be one': ['{"name":"a","temperature":1e-400}', { temperature: 0 }],
  'nothing below zero': ['{"name":"a","temperature":-0}', { temperature: 0 }],
  'a number with digits that count for nothing': [
    `{"name":"a","temperature":0.5${'0'.repeat(900_000)}}`,
    { temperature: 0.5 },
  ],
  'white space around everything': [`${repeat(' ').slice(50)}{ "name"\t:\r\n"a" }`, { name: 'a' }],
  'a prompt as long as one may be, in four bytes each': [
    `{"name":"a","systemPrompt":"${'😀'.repeat(100_000)}"}`,
    { name: 'a' },
  ],
};

describe.each(anyEngine)('bodies on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_LOG_REQUESTS: 'errors' } });
  const wire = wireTo(parley);
  let key: Record<string, string>;
  beforeAll(async () => {
    const person = await makeInhabitant(parley, 'Ann');
    await makeWorkspace(parley, person.account, new Map([[person, 'owner']]));
    key = (await makeKey(parley, person)).headers;
    await create('{"name":"warm up"}');
  });
  const create = (body: string) =>
    wire.send({ method: 'POST', path: '/api/agents', headers: { ...key, 'content-type': 'application/json' }, body });

  test.each(Object.entries(refused))('%s: refused with a short answer in a short time', async (_name, body) => {
    expect(Buffer.byteLength(body)).toBeLessThan(1024 * 1024);
    const started = performance.now();
    const reply = await create(body);
    expect(performance.now() - started).toBeLessThan(patience);
    expect(envelopeProblems(reply), reply.text.slice(0, 500)).toEqual([]);
    expect(reply.status).toBe(400);
  });

  test.each(Object.entries(accepted))('%s: accepted', async (_name, [body, shown]) => {
    const reply = await create(body);
    expect(reply.status, reply.text.slice(0, 500)).toBe(201);
    expect(envelopeProblems(reply)).toEqual([]);
    expect(jsonOf(reply)['data']).toMatchObject(shown);
  });
});
