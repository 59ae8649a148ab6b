import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Parley } from '@parley/sdk';
import { webhooks } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { service } from '../../../testing/harness.ts';
import { command } from '../../../testing/processes/command.ts';
import { expectRefused, parley } from '../../../testing/processes/program.ts';

/** Starts a command whose output can be read while it runs. */
function following(args: readonly string[], env: Record<string, string>) {
  let child: ChildProcess | undefined;
  let seen = '';
  const started = (process: ChildProcess) => {
    child = process;
    for (const stream of [process.stdout, process.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        seen += chunk.toString();
      });
    }
  };
  const ended = parley(args, { env, started });
  return {
    says: (words: string) => vi.waitFor(() => expect(seen).toContain(words), { timeout: 100_000, interval: 20 }),
    /** As Ctrl-C does. */
    interrupt: () => {
      child?.kill('SIGINT');
      return ended;
    },
  };
}

describe('the commands that follow events', { timeout: 240_000 }, () => {
  const server = service('sqlite');
  let client: Parley;
  let env: Record<string, string>;
  let since: string;

  beforeAll(async () => {
    // Builds the program, so that no wait below includes that.
    await parley(['--version']);
    const person = await server.person();
    client = await person.client();
    env = { PARLEY_API_KEY: await person.key(), PARLEY_BASE_URL: server.url };
    await client.agents.create({ name: 'Earlier' });
    const { items } = await client.events.list({ sort: '-createdAt', limit: 1 });
    since = items[0]?._id ?? '';
  }, 300_000);

  test('tail prints what was missed and what happens, until it is interrupted', async () => {
    const missed = await client.agents.create({ name: 'Missed' });
    await client.conversations.create(missed._id);
    const tail = following(['events', 'tail', '--types', 'agent.*', '--since', since], env);
    await tail.says(`agent=${missed._id}`);
    const fresh = await client.agents.create({ name: 'Fresh' });
    await tail.says(`agent=${fresh._id}`);
    const { code, stdout, stderr } = await tail.interrupt();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trim().split('\n');
    expect(lines).toHaveLength(2);
    // Without colours, because this is no terminal.
    expect(lines[0]).toMatch(/^\d{4}-\S+Z {2}agent\.created {2}key .*\(key_\w+\) {2}agent=agent_\w+$/);
  });

  test('tail prints JSON, of one agent', async () => {
    const [one, other] = [await client.agents.create({ name: '1' }), await client.agents.create({ name: '2' })];
    await client.agents.delete(other._id);
    await client.agents.delete(one._id);
    const tail = following(['events', 'tail', '--json', '--since', since, '--agent', one._id], env);
    await tail.says('agent.deleted');
    const { stdout } = await tail.interrupt();
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events).toMatchObject([
      { type: 'agent.created', data: { agent: one._id } },
      { type: 'agent.deleted', data: { agent: one._id } },
    ]);
  });

  test('says what the server refuses, and that it is not there', async () => {
    const refused = await command(['events', 'tail', '--since', 'evt_nonsense'], { env });
    expectRefused(refused, 'The cursor is not valid', 1);
    const json = await command(['events', 'tail', '--types', 'agent.*', '--json'], {
      env: { ...env, PARLEY_API_KEY: `parley_${'k'.repeat(38)}` },
    });
    expect({ code: json.code, ...JSON.parse(json.stdout) }).toMatchObject({ code: 'invalid_api_key', success: false });
    const away = await command(['events', 'tail', '--url', 'http://127.0.0.1:1'], { env });
    expectRefused(away, 'ECONNREFUSED', 1);
    expectRefused(await command(['events', 'tail']), "required option '--api-key <key>' not specified", 2);
    expectRefused(await command(['listen', '--forward-to', 'ftp://x'], { env }), 'Give an http or https URL.', 2);
    const secret = ['listen', '--forward-to', 'http://localhost', '--secret', 'whsec_!'];
    expectRefused(await command(secret, { env }), 'Give whsec_ and Base64.', 2);
  });

  describe('listen', () => {
    const received: { headers: Record<string, string>; body: string }[] = [];
    const answers = [200, 500];
    const receiver = createServer(async (request, response) => {
      received.push({ headers: request.headers as Record<string, string>, body: await text(request) });
      response.writeHead(answers[received.length - 1] ?? 200).end('Fine.');
    });
    beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)));
    afterAll(() => receiver.close());

    test('forwards events in order, signed with the secret that it prints, and shows what came of each', async () => {
      const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
      const { items } = await client.events.list({ sort: '-createdAt', limit: 1 });
      const agent = await client.agents.create({ name: 'Hooked' });
      await client.agents.update(agent._id, { name: 'Unhooked' });
      const place = ['--since', items[0]?._id ?? '', '--types', 'agent.*'];
      const listening = following(['listen', '--forward-to', hook, ...place], env);
      await listening.says('agent.updated');
      const { code, stdout } = await listening.interrupt();
      expect(code).toBe(0);
      const secret = /^The signing secret is (whsec_\S+)$/m.exec(stdout)?.[1];
      const opened = await Promise.all(received.map(({ body, headers }) => webhooks.unwrap(body, headers, secret)));
      expect(opened).toMatchObject([
        { type: 'agent.created', data: { agent: agent._id }, actor: { kind: 'key' } },
        { type: 'agent.updated', data: { agent: agent._id, fields: ['name'] }, changes: expect.any(Array) },
      ]);
      expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(
        opened.map((event) => (event as { _id?: string })._id),
      );
      expect(stdout).toMatch(/agent\.created {2}evt_\w+ {2}200 {2}\d+ ms$/m);
      expect(stdout).toMatch(/agent\.updated {2}evt_\w+ {2}500 {2}\d+ ms$/m);
    });
  });
});
