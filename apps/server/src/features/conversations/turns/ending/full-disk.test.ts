import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anyEngine } from '../../../../../testing/databases/engines.ts';
import { service } from '../../../../../testing/harness.ts';
import { conducted, startFakeProvider } from '../../../../../testing/servers/fake-provider.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

describe.each(anyEngine)('a disk that is full when a reply ends, on %s', { timeout: 60_000 }, (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let client: Parley;

  beforeAll(async () => {
    client = await (await parley.person()).client();
  });

  const run = (...statements: readonly string[]) => parley.db.write(statements.map((sql) => ({ sql, parameters: [] })));
  const fill = () =>
    engine === 'sqlite'
      ? run('pragma max_page_count = 1')
      : run(
          `create function no_space() returns trigger language plpgsql as
           $$ begin raise exception 'no space left' using errcode = '53100'; end $$`,
          'create trigger no_space before update on messages for each row execute function no_space()',
        );
  const free = () =>
    engine === 'sqlite'
      ? run('pragma max_page_count = 1000000')
      : run('drop trigger no_space on messages', 'drop function no_space');

  test('503: the chat is answered at once, and the reply is stored when there is space', async () => {
    const answer = conducted();
    provider.play(`${engine}-full`, answer.play);
    const { _id: agent } = await client.agents.create({ name: 'Fake', model: `fake/${engine}-full` });
    const { _id: conversation } = await client.conversations.create(agent);
    const sent = client.messages.send(conversation, { content: 'Go' }).catch((error: unknown) => error);
    await answer.begun;
    await fill();
    const text = 'x'.repeat(90_000);
    answer.say(text);
    answer.end();
    const error = (await sent) as { details: { message: string }[] };
    expect(error).toMatchObject({ status: 503, code: 'unavailable', details: [{ path: 'reply' }], retryAfter: 5 });
    expect(String(error)).toContain('The disk that holds the database is full, so nothing could be saved.');
    // The turn has not given up: otherwise the reply would have an end.
    const stored = () => client.messages.retrieve(error.details[0]?.message ?? '');
    expect(await stored()).toMatchObject({ status: 'streaming' });
    await free();
    await vi.waitFor(async () => expect(await stored()).toMatchObject({ status: 'complete', content: text }), 30_000);
  });
});
