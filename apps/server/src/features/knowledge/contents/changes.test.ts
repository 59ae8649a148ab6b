// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { actorOf } from '../../../../testing/fixtures/actor.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { textMark } from '../../../events/text-mark.ts';
import { statement } from '../../../storage/unit.ts';
import { recordEvent } from '../../events/record.ts';
import { createChangeQueue } from '../change-queue.ts';
import { createContents } from './service.ts';

const patient = { timeout: 60_000, interval: 25 };

describe.each(engines)('the changes that events of knowledge sources show, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  const ready = (id: string) =>
    vi.waitFor(async () => expect((await client.knowledgeSources.retrieve(id)).status).toBe('ready'), patient);
  const latest = async (id: string) =>
    (await loggedEvents(parley.db, id)).filter(({ type }) => type === 'knowledge_source.updated').at(-1);

  test('its fields, its text by hash and size', async () => {
    const draft = { type: 'text', name: 'Delivery', text: 'Two days.', metadata: { shop: 'eu' } } as const;
    const { _id: id } = await client.knowledgeSources.create(draft);
    await client.knowledgeSources.update(id, { name: 'Shipping', text: 'Three days.', metadata: { shop: 'us' } });
    const size = (text: string) => ({ sha256: textMark(text)?.sha256, bytes: text.length });
    expect((await latest(id))?.changes).toEqual([
      { field: 'name', before: 'Delivery', after: 'Shipping' },
      { field: 'metadata', before: textMark('{"shop":"eu"}'), after: textMark('{"shop":"us"}') },
      { field: 'text', before: size('Two days.'), after: size('Three days.') },
    ]);
    await client.knowledgeSources.update(id, { name: 'Shipping' });
    expect(await latest(id)).toMatchObject({ data: { source: id, fields: ['name'] }, changes: [] });
    await client.knowledgeSources.sync(id);
    expect(await latest(id)).toMatchObject({ data: { source: id, fields: ['sync'] }, actor: { user: alice.user.id } });
  });

  test('of simultaneous names, each begins where the one before has ended', async () => {
    const { _id: id } = await client.knowledgeSources.create({ type: 'qa', name: 'Answers' });
    await Promise.all(['A', 'B', 'C', 'D'].map((name) => client.knowledgeSources.update(id, { name })));
    const changes = (await loggedEvents(parley.db, id)).flatMap((event) => event.changes) as { after: string }[];
    const names = changes.map(({ after }) => after);
    expect(changes).toEqual(names.map((after, at) => ({ field: 'name', before: names[at - 1] ?? 'Answers', after })));
    expect(names).toHaveLength(4);
  });

  test('its pairs by their marks, or as texts if the workspace asks for them', async () => {
    const { _id: id } = await client.knowledgeSources.create({ type: 'qa', name: 'Answers' });
    const { _id: pair } = await client.knowledgeSources.pairs.create(id, { question: 'When?', answer: 'Soon.' });
    expect(await latest(id)).toMatchObject({ data: { source: id, fields: ['pairs'], pair }, changes: [] });
    await client.knowledgeSources.pairs.update(
      { knowledgeSourceId: id, pairId: pair },
      { question: 'When?', answer: 'Now.' },
    );
    const field = `pairs.${pair}.answer`;
    expect((await latest(id))?.changes).toEqual([{ field, before: textMark('Soon.'), after: textMark('Now.') }]);
    const own = parley.db.query.updateTable('workspaces').where('id', '=', alice.workspace);
    await parley.db.write([statement(own.set({ audit_texts: 1 }))]);
    await client.knowledgeSources.pairs.update({ knowledgeSourceId: id, pairId: pair }, { answer: 'Later.' });
    await parley.db.write([statement(own.set({ audit_texts: 0 }))]);
    expect((await latest(id))?.changes).toEqual([{ field, before: 'Now.', after: 'Later.' }]);
  });

  test('its documents', async () => {
    const { _id: id } = await client.knowledgeSources.create({ type: 'documents', name: 'Documents' });
    const document = { title: 'Returns', text: 'In 30 days.' };
    const { items } = await client.knowledgeSources.documents.create(id, { documents: [document] });
    const added = items[0]?._id ?? '';
    expect((await latest(id))?.data).toEqual({ source: id, fields: ['documents'], document: added });
    await client.knowledgeSources.documents.update(
      { knowledgeSourceId: id, documentId: added },
      { title: 'Refunds', text: 'In 40 days.' },
    );
    const size = (text: string) => ({ sha256: textMark(text)?.sha256, bytes: text.length });
    expect((await latest(id))?.changes).toEqual([
      { field: `documents.${added}.title`, before: 'Returns', after: 'Refunds' },
      { field: `documents.${added}.content`, before: size('In 30 days.'), after: size('In 40 days.') },
    ]);
  });

  test('its chunks', async () => {
    const { _id: id } = await client.knowledgeSources.create({ type: 'text', name: 'Text', text: 'Two days.' });
    await ready(id);
    const number = (await client.knowledgeSources.chunks.list(id)).items[0]?.number ?? 0;
    await client.knowledgeSources.chunks.update(
      { knowledgeSourceId: id, number },
      { enabled: false, text: 'Three days.' },
    );
    expect(await latest(id)).toMatchObject({
      data: { source: id, fields: ['chunks'], chunk: number },
      changes: [
        { field: `chunks.${number}.enabled`, before: true, after: false },
        { field: `chunks.${number}.text`, before: textMark('Two days.'), after: textMark('Three days.') },
      ],
    });
  });

  test('of two processes that edit a chunk at once, each begins where the other has ended', async () => {
    const { db, now } = parley;
    const { _id: id } = await client.knowledgeSources.create({ type: 'text', name: 'Text', text: 'Text 0' });
    await ready(id);
    const number = (await client.knowledgeSources.chunks.list(id)).items[0]?.number ?? 0;
    const actor = actorOf(alice);
    const process = () =>
      createContents(
        {
          db,
          record: (by, event) => recordEvent({ db, now }, by, event),
          // The edits wait, so that their chunk stays.
          enqueue: () => statement(db.query.selectFrom('jobs').select('id').limit(1)),
        },
        createChangeQueue(),
      );
    const processes = [process(), process()];
    const texts = Array.from({ length: 20 }, (_, index) => `Text ${index + 1}`);
    for (let index = 0; index < texts.length; index += 2) {
      const edits = processes.map((contents, which) =>
        contents.changeChunk(actor, { source: id, number: `${number}` }, { text: texts[index + which] ?? '' }),
      );
      await Promise.all(edits);
    }
    const changes = (await loggedEvents(db, id)).flatMap((event) => event.changes) as { after: unknown }[];
    expect(changes).toHaveLength(texts.length);
    const before = [textMark('Text 0'), ...changes.map(({ after }) => after)];
    const field = `chunks.${number}.text`;
    expect(changes).toEqual(changes.map(({ after }, at) => ({ field, before: before[at], after })));
    expect(changes.map(({ after }) => after)).toEqual(expect.arrayContaining(texts.map(textMark)));
  });
});
