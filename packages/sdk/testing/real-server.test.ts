import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// The harness gets PostgreSQL from there; these tests do not need it.
import type {} from '../../../apps/server/testing/global-setup.ts';
import { type Service, startService } from '../../../apps/server/testing/harness.ts';
import { conducted, refuses, says, startFakeProvider } from '../../../apps/server/testing/servers/fake-provider.ts';
import { type Fetch, InternalServerError, Parley } from '../src/index.ts';
import { failureOf, patientClient } from './clients.ts';

const build = fileURLToPath(new URL('../../../apps/server/scripts/build.mjs', import.meta.url));
const answer = 'Fine, thänk you 👍.';

describe('with the real server', () => {
  let provider: Awaited<ReturnType<typeof startFakeProvider>>;
  let service: Service;
  let key: string;
  let client: Parley;

  beforeAll(async () => {
    execFileSync(process.execPath, [build, '--only', 'sqlite-worker,sqlite-scanner,vectors-worker'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    provider = await startFakeProvider();
    service = await startService('sqlite', { environment: provider.environment });
    key = await (await service.person()).key();
    client = new Parley({ baseURL: service.url, apiKey: key });
  }, 120_000);
  afterAll(async () => {
    await service.close();
    await provider.close();
  });

  const agentWith = async (model: string) => (await client.agents.create({ name: model, model: `fake/${model}` }))._id;
  const askedOf = (model: string) => provider.asked.filter((asked) => asked.model === model);

  /** A client that doesn't wait, and whose responses break after some bytes; one of `cuts` per request. */
  function losing(...cuts: readonly number[]) {
    const requests: string[] = [];
    const fetch: Fetch = async (url, init) => {
      const response = await globalThis.fetch(url, init);
      const left = cuts[requests.length] ?? Number.POSITIVE_INFINITY;
      requests.push(`${init.method} ${new URL(url).pathname.split('/').at(-1)}`);
      return new Response(response.body?.pipeThrough(cutAfter(left)) ?? null, response);
    };
    return { ...patientClient(service.url, { apiKey: key, fetch }), requests };
  }

  it('follows what happens in a workspace', async () => {
    const [before] = (await client.events.list({ sort: '-createdAt', limit: 1 })).items;
    const agent = await agentWith('followed');
    const types: string[] = [];
    for await (const event of client.events.follow({ agentId: agent, cursor: before?._id })) {
      types.push(event.type);
      if (event.type === 'agent.created') await client.agents.update(agent, { name: 'Renamed' });
      if (event.type !== 'agent.updated') continue;
      expect(event).toMatchObject({ data: { agent, fields: ['name'] }, actor: { kind: 'key' } });
      break;
    }
    expect(types).toEqual(['agent.created', 'agent.updated']);
  });

  it('loses and repeats no character of a reply, wherever its connections break', async () => {
    provider.play('lost', says(...answer));
    const agent = await agentWith('lost');
    const whole = (await fetchStream(agent)).length;
    const before = askedOf('lost').length;
    const cuts = Array.from({ length: 12 }, (_, index) => Math.floor((whole * index) / 12));
    for (const cut of cuts) {
      const { agents, requests } = losing(cut, 90);
      let text = '';
      const types: string[] = [];
      for await (const event of agents.stream(agent, { message: 'How are you?' })) {
        types.push(event.type);
        if (event.type === 'message.delta') text += event.text;
      }
      expect(text).toBe(answer);
      expect(types.filter((type) => type !== 'message.delta')).toEqual([
        'message.created',
        'message.created',
        'message.completed',
      ]);
      expect(requests.length).toBeGreaterThan(1);
    }
    expect(askedOf('lost')).toHaveLength(before + cuts.length);
  }, 60_000);

  it('returns one reply to a call that is resent while it runs', async () => {
    const { play, begun, say, end } = conducted();
    provider.play('slow', play);
    const agent = await agentWith('slow');
    const statuses: (number | 'lost')[] = [];
    /** Loses the first response while the reply is written, and lets the reply end once the second call was refused. */
    const fetch: Fetch = async (url, init) => {
      const response = globalThis.fetch(url, init);
      if (statuses.length === 0) {
        await begun;
        response.catch(() => {});
        statuses.push('lost');
        throw new TypeError('The connection was lost.');
      }
      const { status } = await response;
      statuses.push(status);
      if (status === 409) end();
      return response;
    };
    const resending = new Parley({ baseURL: service.url, apiKey: key, fetch });
    const chat = resending.agents.chat(agent, { message: 'How are you?' }).withResponse();
    await begun;
    say(answer);
    const { data, response } = await chat;
    expect(data.reply?.content).toBe(answer);
    expect(response.headers.get('Idempotent-Replayed')).toBe('true');
    expect(statuses.slice(0, 2)).toEqual(['lost', 409]);
    expect(askedOf('slow')).toHaveLength(1);
    expect((await client.messages.list(data.conversation._id)).items).toHaveLength(2);
  }, 60_000);

  it('marks conversations as read, each or all of a workspace', async () => {
    const agent = await agentWith('read');
    const { _id: id, workspace: workspaceId } = await client.conversations.create(agent);
    const { reply } = await client.messages.send(id, { content: 'One' });
    const unread = async () =>
      (await client.conversations.listOfAgent(agent, { includeUnread: true })).items[0]?.unread;
    expect(await unread()).toBe(true);
    const read = await client.conversations.markRead(id, { readUntil: reply?.createdAt ?? '' });
    expect(read).toEqual({ conversation: id, readUntil: reply?.createdAt });
    expect(await unread()).toBe(false);
    await client.messages.send(id, { content: 'Two' });
    expect(await unread()).toBe(true);
    expect((await client.conversations.markAllRead({ workspaceId })).workspace).toBe(workspaceId);
    expect(await unread()).toBe(false);
  });

  it('returns no reply after a takeover, in every way of asking', async () => {
    const agent = await agentWith('silent');
    const { _id: id } = await client.conversations.create(agent);
    await client.conversations.takeOver(id);
    expect((await client.messages.send(id, { content: 'One' })).reply).toBeNull();
    expect(await client.messages.stream(id, { content: 'Two' }).final()).toBeNull();
    expect(await client.messages.stream(id, { content: 'Three' }).text()).toBe('');
    expect(await client.messages.stream(id, { content: 'Here I am.', role: 'human' }).final()).toBeNull();
    expect(await client.conversations.follow(id).final()).toBeNull();
    const chat = await client.agents.chat(agent, { message: 'Four', conversationId: id });
    expect(chat.reply).toBeNull();
    const { items } = await client.messages.list(id);
    expect(items.map(({ content }) => content)).toEqual(['Four', 'Here I am.', 'Three', 'Two', 'One']);
    expect(askedOf('silent')).toHaveLength(0);
  });

  it('requests a failing reply once, and retries it on demand', async () => {
    provider.play('failing', refuses(400), says('Better.'));
    const { agents, messages, requests } = losing();
    const agent = await agentWith('failing');
    const error = await failureOf(agents.chat(agent, { message: 'How are you?' }));
    expect(requests).toEqual(['POST chat']);
    expect(error).toBeInstanceOf(InternalServerError);
    const { failed, attempts } = error as InternalServerError;
    expect(attempts).toBe(1);
    expect(failed).toMatchObject({ conversation: expect.any(String), message: expect.any(String) });
    expect(await messages.retry(failed?.reply ?? '')).toMatchObject({ reply: { content: 'Better.' } });
  });

  it('resumes the retried reply, not the failed one', async () => {
    provider.play('again', refuses(400), says('Better.'));
    const { _id: id } = await client.conversations.create(await agentWith('again'));
    const error = await failureOf(client.messages.stream(id, { content: 'How are you?' }).final());
    expect(error).toMatchObject({ name: 'MessageFailedError', code: 'provider_error', reply: { status: 'failed' } });
    const { reply } = error as { reply: { _id: string } };
    // The first has the beginning of the question, the second all of it.
    const { messages, requests } = losing(30, 900);
    const final = await messages.retryStream(reply._id).final();
    expect(final).toMatchObject({ content: 'Better.', status: 'complete' });
    // On a slow machine the second attempt may come before the first is known; each is repeated until one can resume.
    expect(requests.slice(0, 2)).toEqual(['POST retry', 'POST retry']);
    expect(requests.at(-1)).toBe('GET stream');
    expect(askedOf('again')).toHaveLength(2);
  });

  it('lets a reply continue after its stream is left, and follows it to its end', async () => {
    const { play, begun, say, end } = conducted();
    provider.play('left', play);
    const { _id: id } = await client.conversations.create(await agentWith('left'));
    const stream = client.messages.stream(id, { content: 'How are you?' });
    void begun.then(() => say('Fine, '));
    for await (const piece of stream.text()) {
      expect(piece).toBe('Fine, ');
      break;
    }
    let text = '';
    for await (const piece of client.conversations.follow(id).text()) {
      // A client that comes after the end hears of the end alone.
      if (text === '') {
        say('thanks.');
        end();
      }
      text += piece;
    }
    expect(text).toBe('Fine, thanks.');
  });

  const fetchStream = async (agent: string) => {
    const response = await fetch(`${service.url}/api/agents/${agent}/chat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ message: 'How are you?', stream: true }),
    });
    return response.text();
  };
});

/** Lets some bytes through and then fails, like a broken connection. */
function cutAfter(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes;
  return new TransformStream({
    transform: async (chunk, controller) => {
      if (chunk.length <= left) {
        left -= chunk.length;
        controller.enqueue(chunk);
        return;
      }
      controller.enqueue(chunk.subarray(0, left));
      left = 0;
      // Later, so that the bytes let through arrive; awaited, so that the end of the body does not overtake the error.
      await new Promise((resolve) => setTimeout(resolve, 10));
      controller.error(new Error('Cut.'));
    },
  });
}
