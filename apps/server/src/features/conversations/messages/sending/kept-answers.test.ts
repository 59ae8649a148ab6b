// @module-tag sql
import { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../../testing/harness.ts';
import { expectFailure, type Reply, send } from '../../../../../testing/request.ts';
import { conducted, startFakeProvider } from '../../../../../testing/servers/fake-provider.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

describe.each(engines)('the stored answer of a repeated request, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let alice: Person;
  let key: string;
  let client: Parley;
  let echo: string;

  beforeAll(async () => {
    alice = await parley.person();
    key = await alice.key();
    client = await alice.client();
    echo = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  let keys = 0;
  /** Creates a request that can be repeated byte for byte. */
  const repeatable = (path: string, body: object) => {
    keys += 1;
    const idempotencyKey = `${engine}-${keys}`;
    return (headers: Record<string, string> = {}, other: object = body): Promise<Reply> =>
      send(parley.url, {
        method: 'POST',
        path,
        key,
        body: other,
        headers: { 'idempotency-key': idempotencyKey, ...headers },
      });
  };
  const chat = (body: object = { message: 'Hello' }) => repeatable(`/api/agents/${echo}/chat`, body);
  const say = (id: string) => repeatable(`/api/conversations/${id}/messages`, { content: 'And then?' });
  const dataOf = (reply: Reply) => reply.json()['data'] as { conversation: { _id: string }; reply: { _id: string } };
  const replayed = ({ headers }: Reply) => headers['idempotent-replayed'];
  const keptRows = async (conversation: string) => {
    const query = parley.db.query.selectFrom('idempotency_keys').select('id');
    return (await parley.db.read(query.where('conversation_id', '=', conversation))).length;
  };
  const events = { accept: 'text/event-stream' };
  /** A reply that the test writes, and a function that requests it. */
  const held = async (name: string) => {
    const answer = conducted();
    provider.play(`${engine}-${name}`, answer.play);
    const { _id: agent } = await client.agents.create({ name: 'Held', model: `fake/${engine}-${name}` });
    return { ...answer, agent, ask: repeatable(`/api/agents/${agent}/chat`, { message: 'Hello' }) };
  };

  test('is replayed byte for byte, whatever has changed since', async () => {
    const ask = chat();
    const first = await ask();
    const { conversation, reply } = dataOf(first);
    await client.conversations.update(conversation._id, { title: 'Renamed', tags: ['changed'] });
    await client.messages.rate(reply._id, { rating: 'positive' });
    const more = say(conversation._id);
    const second = await more();
    await client.conversations.close(conversation._id);
    const again = await ask();
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect([replayed(first), replayed(again)]).toEqual([undefined, 'true']);
    const moreAgain = await more();
    expect([moreAgain.status, moreAgain.text, moreAgain.headers.location]).toEqual([
      201,
      second.text,
      second.headers.location,
    ]);
    expectFailure(await ask({}, { message: 'Goodbye' }), 'idempotency_key_reused');
    expect((await client.messages.list(conversation._id)).items).toHaveLength(4);
  });

  test('409 while the reply is being written, in any format; the failure names the reply', async () => {
    const { ask, begun, say: sayPiece, end } = await held('running');
    const first = ask();
    await begun;
    sayPiece('Still ');
    for (const headers of [{}, events]) {
      const refused = await ask(headers);
      const { details } = expectFailure(refused, 'idempotency_in_progress');
      expect(refused.headers['retry-after']).toBe('1');
      const [conversation, message] = (details ?? []).map((detail) => detail.message);
      expect(await client.messages.retrieve(message ?? '')).toMatchObject({ conversation, content: 'Hello' });
    }
    expectFailure(await ask({}, { message: 'Goodbye' }), 'idempotency_key_reused');
    sayPiece('running.');
    end();
    const { text } = await first;
    expect((await ask()).text).toBe(text);
    expect(provider.asked.filter(({ model }) => model === `${engine}-running`)).toHaveLength(1);
  });

  test('409 for a repeated retry, too', async () => {
    const { ask, begun, end } = await held('retried');
    const failed = ask();
    await begun;
    const running = await ask(events);
    const [conversation = ''] = (expectFailure(running, 'idempotency_in_progress').details ?? []).map((d) => d.message);
    await client.conversations.cancel(conversation);
    end();
    const { reply } = dataOf(await failed);
    const next = conducted();
    provider.play(`${engine}-retried`, next.play);
    const retry = repeatable(`/api/messages/${reply._id}/retry`, {});
    const first = retry();
    await next.begun;
    expectFailure(await retry(), 'idempotency_in_progress');
    next.say('Better.');
    next.end();
    const { text } = await first;
    expect((await retry()).text).toBe(text);
  });

  test('replays stored messages as events if the caller asks for a stream', async () => {
    const ask = chat();
    await ask();
    const streamed = await ask(events);
    expect([streamed.status, replayed(streamed)]).toEqual([201, 'true']);
    expect(streamed.text.match(/^event: .*$/gm)).toEqual([
      'event: message.created',
      'event: message.created',
      'event: message.delta',
      'event: message.completed',
    ]);
    const begin = chat({ message: 'Hello', stream: true });
    const first = await begin();
    const again = await begin();
    const endOf = ({ text }: Reply) => text.slice(text.indexOf('event: message.completed'));
    expect(endOf(again)).toBe(endOf(first));
  });

  test('is rebuilt once if it was lost before it was stored, for all simultaneous repeats', async () => {
    const ask = chat();
    const { conversation } = dataOf(await ask());
    const { db } = parley;
    await db.write([db.query.deleteFrom('idempotency_keys').where('conversation_id', '=', conversation._id).compile()]);
    await client.conversations.update(conversation._id, { title: 'After the crash' });
    const all = await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(new Set(all.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(all.map(replayed)).toEqual(Array(20).fill('true'));
    expect(all[0]?.text).toContain('After the crash');
    expect(await keptRows(conversation._id)).toBe(1);
  });

  test('the SDK waits for a reply that a lost attempt has started, or resumes its stream', async () => {
    const { begun, say: sayPiece, end, agent } = await held('lost');
    /** Drops the first answer once the model was asked. */
    const losing = () => {
      let requests = 0;
      return async (url: string, init: RequestInit): Promise<Response> => {
        requests += 1;
        const answer = fetch(url, init);
        if (requests > 1) return answer;
        answer.catch(() => {});
        await begun;
        throw new TypeError('The connection was lost.');
      };
    };
    const withLosses = () => new Parley({ apiKey: key, baseURL: parley.url, fetch: losing(), logLevel: 'off' });
    const pieces: string[] = [];
    const options = { idempotencyKey: `${engine}-lost` };
    for await (const event of withLosses().agents.stream(agent, { message: 'Hello' }, options)) {
      pieces.push(event.type);
      if (event.type === 'message.created' && event.message.role === 'assistant') sayPiece('Found ');
      if (event.type === 'message.delta' && pieces.length === 3) {
        sayPiece('again.');
        end();
      }
    }
    expect(pieces.slice(0, 3)).toEqual(['message.created', 'message.created', 'message.delta']);
    expect(pieces.at(-1)).toBe('message.completed');

    const whole = conducted();
    provider.play(`${engine}-lost`, whole.play);
    const chat = withLosses().agents.chat(agent, { message: 'Hello' });
    await whole.begun;
    whole.say('Whole.');
    setTimeout(whole.end, 100);
    expect((await chat).reply).toMatchObject({ content: 'Whole.' });
    expect(provider.asked.filter(({ model }) => model === `${engine}-lost`)).toHaveLength(2);
  });

  test('is deleted with its conversation, like the conversation’s other stored answers', async () => {
    const erasures = [
      (id: string) => client.conversations.delete(id),
      () => client.conversations.deleteOfUser('ann'),
      () => client.agents.delete(echo),
    ];
    for (const erase of erasures) {
      const ask = chat({ message: 'My address is Oak Lane 7', userId: 'ann' });
      const { _id: id } = dataOf(await ask()).conversation;
      const more = say(id);
      await more();
      await client.conversations.takeOver(id);
      await client.conversations.release(id);
      expect(await keptRows(id)).toBe(4);
      await erase(id);
      expect(await keptRows(id)).toBe(0);
      expectFailure(await more(), 'conversation_not_found');
    }
  });

  test('401, 403: if the caller has lost the right since', async () => {
    const bob = await parley.person();
    await alice.invite(bob, 'editor');
    const bobs = { workspaceId: alice.workspace, userId: bob.user.id };
    const { members } = (await alice.session()).workspaces;
    const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    const { _id: id } = await client.conversations.create(agent);
    const headers = { authorization: `Bearer ${await bob.key(undefined, { account: alice.account })}` };
    const asks = [
      repeatable(`/api/agents/${agent}/chat`, { message: 'Hello' }),
      repeatable(`/api/agents/${agent}/conversations`, {}),
      repeatable(`/api/conversations/${id}/messages`, { content: 'Hello' }),
      repeatable(`/api/conversations/${id}/takeover`, {}),
    ];
    const firsts: string[] = [];
    for (const ask of asks) firsts.push((await ask(headers)).text);
    await members.update(bobs, { role: 'viewer' });
    for (const ask of asks) expectFailure(await ask(headers), 'insufficient_role');
    await members.update(bobs, { role: 'editor' });
    for (const [index, ask] of asks.entries()) expect((await ask(headers)).text).toBe(firsts[index]);
    await members.remove(bobs);
    const codes = asks.map(async (ask) => (await ask(headers)).json()['code']);
    expect(new Set(await Promise.all(codes))).toEqual(new Set(['inactive_api_key']));
  });

  test('404 if its conversation is deleted while it is written; nothing is stored', async () => {
    const { ask, begun } = await held('deleted');
    const first = ask();
    await begun;
    const running = expectFailure(await ask(), 'idempotency_in_progress');
    const [conversation = ''] = (running.details ?? []).map(({ message }) => message);
    await client.conversations.delete(conversation);
    expect((await first).status).toBe(404);
    expect(await keptRows(conversation)).toBe(0);
  });
});
