// @module-tag pure

import { describe, expect, it } from 'vitest';
import type { LogFields, LogLevel } from '../src/core/log.ts';
import { key, patientClient } from './clients.ts';
import { fail, ok, playServer } from './fault-server.ts';

const secrets = {
  prompt: 'prompt-text',
  id: 'agent_id',
  query: 'query-text',
  header: 'header-text',
  reply: 'reply-text',
};

/** Makes a failing and a succeeding call; returns the logged lines. */
async function linesAt(logLevel: LogLevel) {
  const lines: [string, string, LogFields][] = [];
  const to = (level: string) => (message: string, fields: LogFields) => lines.push([level, message, fields]);
  const logger = { debug: to('debug'), info: to('info'), warn: to('warn') };
  const server = await playServer(
    fail(503, { error: secrets.reply, code: 'unavailable' }, { 'X-Request-Id': 'req_1' }),
    ok({ _id: secrets.reply, items: [], nextCursor: null }, { Deprecation: '@1767225600', Sunset: 'Fri, 01 Jan 2027' }),
  );
  const { agents } = patientClient(server.baseURL, { logger, logLevel });
  await agents.update(secrets.id, { systemPrompt: secrets.prompt }, { headers: { 'X-Secret': secrets.header } });
  await agents.update(secrets.id, { systemPrompt: secrets.prompt });
  await agents.list({ q: secrets.query });
  return lines;
}

describe('log', () => {
  it('debug: every attempt, every retry, and one deprecation notice per operation', async () => {
    const lines = await linesAt('debug');
    expect(lines.map(([level, message]) => `${level} ${message}`)).toEqual([
      'debug PUT /api/agents/{id} returned 503',
      'info PUT /api/agents/{id} failed and is retried',
      'debug PUT /api/agents/{id} returned 200',
      'warn PUT /api/agents/{id} is deprecated',
      'debug PUT /api/agents/{id} returned 200',
      'debug GET /api/agents returned 200',
      'warn GET /api/agents is deprecated',
    ]);
    expect(lines[0]?.[2]).toEqual({ attempt: 1, milliseconds: expect.any(Number), requestId: 'req_1' });
    expect(lines[1]?.[2]).toEqual({ attempt: 1, error: 'InternalServerError', delay: 438 });
    expect(lines[3]?.[2]).toEqual({ sunset: 'Fri, 01 Jan 2027' });
  });

  it.each<[LogLevel, number]>([
    ['info', 3],
    ['warn', 2],
    ['error', 0],
    ['off', 0],
  ])('%s: %i lines', async (level, count) => {
    expect(await linesAt(level)).toHaveLength(count);
  });

  it('no line contains a key, header, body, query or ID', async () => {
    const text = JSON.stringify(await linesAt('debug'));
    for (const secret of [key, 'Bearer', ...Object.values(secrets)]) expect(text).not.toContain(secret);
  });
});
