// @module-tag sql
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { sealUnbound } from '../../../testing/databases/seal-unbound.ts';
import { ownInstance } from '../../../testing/fixtures/people.ts';
import { service } from '../../../testing/harness.ts';
import { command } from '../../../testing/processes/command.ts';
import { pepper } from '../../../testing/processes/pepper.ts';
import { environmentOf } from '../../../testing/servers/platform-server.ts';
import { createSecrets } from '../../access/secrets.ts';
import { placeOfStoredKey } from '../../features/models/keys/key-place.ts';
import { statement } from '../unit.ts';
import { resealAll } from './resealing.ts';
import type { SealedPlace } from './sealed.ts';

const { open, rebind } = createSecrets(pepper);
const botToken = '123456:AAabcdefghijklmnopqrstuvwxyz0123456';
const providers = [{ name: 'openai', baseUrl: undefined }];

describe.each(engines)('what is sealed, on %s', (engine) => {
  // No server listens on this port.
  const parley = service(engine, { environment: environmentOf('telegram', 'http://127.0.0.1:9') });
  const reseal = () => resealAll({ db: parley.db, rebind, placeOfKey: (name) => placeOfStoredKey(providers, name) });

  beforeAll(async () => {
    const person = await parley.person();
    await ownInstance(parley, person.user.id);
    await (await person.session()).models.providers.setKey('openai', { apiKey: 'sk-stored' });
    const client = await person.client();
    const agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }, { idempotencyKey: 'one' }))._id;
    const make = (name: string) => client.channels.create(agent, { type: 'telegram', name, settings: { botToken } });
    await make('Kept');
    // Its registration ends later, by a job that has the secrets.
    await client.channels.delete((await make('Deleted'))._id);
  });

  /** The rows with something sealed, by their columns. */
  const read = async () => {
    const { db } = parley;
    const { query } = db;
    const jobs = await db.read(
      query.selectFrom('jobs').select(['id', 'payload as text']).where('kind', '=', 'channels.disconnect'),
    );
    return {
      keys: await db.read(query.selectFrom('provider_keys').select(['provider as id', 'sealed as text'])),
      channels: await db.read(query.selectFrom('channels').select(['id', 'secrets as text']).orderBy('id')),
      answers: await db.read(query.selectFrom('idempotency_keys').select(['id', 'answer as text']).orderBy('id')),
      jobs: jobs.map(({ id, text }) => ({ id, text: (JSON.parse(text) as { sealed: string }).sealed })),
    };
  };

  /** Returns the sealed texts with the place of each. */
  const sealed = async (): Promise<[place: SealedPlace, text: string][]> => {
    const { keys, channels, answers, jobs } = await read();
    return [
      ...keys.map(({ id, text }): [SealedPlace, string] => [['provider_keys.sealed', `${id} `], text]),
      ...channels.map(({ id, text }): [SealedPlace, string] => [['channels.secrets', id], text]),
      ...answers.map(({ id, text }): [SealedPlace, string] => [['idempotency_keys.answer', id], text]),
      ...jobs.map(({ id, text }): [SealedPlace, string] => [['jobs.payload', id], text]),
    ];
  };

  /** Writes everything as versions before 0062 sealed it; the job of the deleted channel, too, and what is in it. */
  const unbind = async () => {
    const { query } = parley.db;
    const unbound = (place: SealedPlace, text: string) => sealUnbound(pepper, open(text, place));
    const { keys, channels, answers, jobs } = await read();
    const changes = [
      query.deleteFrom('settings').where('name', '=', 'sealed_for_places'),
      ...keys.map(({ id, text }) =>
        query.updateTable('provider_keys').set({ sealed: unbound(['provider_keys.sealed', `${id} `], text) }),
      ),
      ...channels.map(({ id, text }) =>
        query
          .updateTable('channels')
          .set({ secrets: unbound(['channels.secrets', id], text) })
          .where('id', '=', id),
      ),
      ...answers.map(({ id, text }) =>
        query
          .updateTable('idempotency_keys')
          .set({ answer: unbound(['idempotency_keys.answer', id], text) })
          .where('id', '=', id),
      ),
      ...jobs.map(({ id, text }) => {
        const leaving = JSON.parse(open(text, ['jobs.payload', id])) as { id: string; secrets: string };
        const secrets = unbound(['channels.secrets', leaving.id], leaving.secrets);
        const payload = JSON.stringify({ sealed: sealUnbound(pepper, JSON.stringify({ ...leaving, secrets })) });
        return query.updateTable('jobs').set({ payload }).where('id', '=', id);
      }),
    ];
    await parley.db.write(changes.map((change) => statement(change)));
  };

  test('opens in its own row, and in no other one of any table', async () => {
    const all = await sealed();
    expect(new Set(all.map(([[column]]) => column)).size).toBe(4);
    for (const [place, text] of all) {
      expect(open(text, place)).not.toBe('');
      for (const [other] of all.filter(([each]) => each !== place)) expect(() => open(text, other)).toThrow();
    }
  });

  test.runIf(engine === 'sqlite')('is sealed again by the first command that may change the database', async () => {
    await unbind();
    const env = { PARLEY_KEY_PEPPER: pepper };
    const done = await command(['migrate', '--data-dir', parley.dataDir], { env });
    expect(done).toMatchObject({ code: 0, stderr: '' });
    for (const [place, text] of await sealed()) expect(open(text, place)).not.toBe('');
  });

  test('was sealed for no place by earlier versions: it is sealed again once, and opens no more otherwise', async () => {
    const contents = async () => (await sealed()).map(([place, text]) => [place, open(text, place)]);
    const before = await contents();
    await unbind();
    const old = await sealed();
    for (const [place, text] of old) expect(() => open(text, place)).toThrow('not sealed for a place');
    await Promise.all([reseal(), reseal()]);
    const [after, written] = [await contents(), await read()];
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
    const [job] = written.jobs;
    const leaving = JSON.parse(open(job?.text ?? '', ['jobs.payload', job?.id ?? ''])) as {
      id: string;
      secrets: string;
    };
    expect(open(leaving.secrets, ['channels.secrets', leaving.id])).toContain(botToken);
    // An old text, in another row, after that.
    const [channel] = written.channels;
    const stolen = old.find(([[column]]) => column === 'channels.secrets')?.[1] ?? '';
    const { query } = parley.db;
    const put = query
      .updateTable('channels')
      .set({ secrets: stolen })
      .where('id', '=', channel?.id ?? '');
    await parley.db.write([statement(put)]);
    await reseal();
    expect(() => open(stolen, ['channels.secrets', channel?.id ?? ''])).toThrow('not sealed for a place');
    expect((await read()).channels[0]?.text).toBe(stolen);
  });
});
