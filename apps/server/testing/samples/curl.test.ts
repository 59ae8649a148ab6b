import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { expectDocumented, type SentRequest, sampled } from './sampled.ts';

const baseUrl = 'http://parley.test';

/** Stands in for curl: prints its arguments, each ended by NUL, and a line of its own for each call. */
const fakeCurl = "curl() { printf 'CALL\\0'; printf '%s\\0' \"$@\"; }\n";

/** Runs a sample in bash, and returns the arguments of each call of curl. */
function callsOf(source: string): string[][] {
  const env = { PATH: process.env['PATH'] ?? '', PARLEY_BASE_URL: baseUrl, PARLEY_API_KEY: 'the-key' };
  const output = execFileSync('bash', ['--norc', '-euc', fakeCurl + source], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const calls: string[][] = [];
  for (const text of output.split('\0').slice(0, -1)) {
    if (text === 'CALL') calls.push([]);
    else calls.at(-1)?.push(text);
  }
  return calls;
}

/** The options of curl that the samples have, and whether they take a value. */
const known: Readonly<Record<string, boolean>> = {
  '-X': true,
  '-H': true,
  '--json': true,
  '-F': true,
  '-b': true,
  '-c': true,
  '-o': true,
  '-N': false,
};

/** Reads the arguments of curl as curl does. Throws on an option that no sample has. */
function requestOf(args: readonly string[]): SentRequest & { readonly options: readonly string[] } {
  const given: { readonly option: string; readonly value: string }[] = [];
  const urls: string[] = [];
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const takesValue = known[word];
    if (takesValue !== undefined) given.push({ option: word, value: takesValue ? (rest.shift() ?? '') : '' });
    else if (word.startsWith('-')) throw new Error(`No sample has the option ${word}.`);
    else urls.push(word);
  }
  const valuesOf = (option: string) => given.filter((one) => one.option === option).map(({ value }) => value);
  const [body] = [...valuesOf('--json'), ...valuesOf('-F')];
  const [method = body === undefined ? 'GET' : 'POST'] = valuesOf('-X');
  const headers = valuesOf('-H').map((line) => {
    const [name = '', value = ''] = line.split(': ', 2);
    return [name.toLowerCase(), value];
  });
  expect(urls).toHaveLength(1);
  const options = given.map(({ option }) => option);
  return { method, url: urls.join(), headers: Object.fromEntries(headers), body, options };
}

describe('the curl samples', () => {
  it.each(sampled)('$id sends the documented request', (one) => {
    const requests = callsOf(one.sample.curl).map(requestOf);
    expect(requests.length).toBe(one.client?.stream === undefined ? 1 : 2);
    for (const request of requests) {
      expectDocumented(one, { ...request, body: one.operation.body === undefined ? undefined : request.body });
      const { authorization, origin } = request.headers;
      if (one.operation.isPublic) expect([authorization, origin]).toEqual([undefined, undefined]);
      else if (request.options.includes('-b')) expect(origin).toBe(baseUrl);
      else expect(authorization).toBe('Bearer the-key');
    }
  });

  it.each(sampled.filter(({ answers }) => 'text/event-stream' in answers))('$id streams without a buffer', (one) => {
    expect(requestOf(callsOf(one.sample.curl).at(-1) ?? []).options).toContain('-N');
  });
});
