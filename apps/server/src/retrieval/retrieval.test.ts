// @module-tag sql
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../testing/databases/engines.ts';
import { databaseOf } from '../../testing/databases/migrated-database.ts';
import {
  addSource,
  addTenant,
  attach,
  insertAgent,
  serve,
  stage,
  type TestDocument,
} from '../../testing/fixtures/knowledge.ts';
import { statement } from '../storage/unit.ts';
import { createRetrieval, type RetrievalNeeds } from './create-retrieval.ts';
import { purgeSegments } from './index/purge-store.ts';
import type { Mode } from './retrieval.ts';

/** A passage in a language, and a question that is spelt or worded a little otherwise. */
const languages = [
  ['English', 'Parcels are delivered within two working days.', 'How fast are parcels deliverd?'],
  ['German', 'Die Frist für die Rückgabe beträgt dreißig Tage.', 'Rückgabefrist?'],
  ['French', 'Le remboursement arrive après réception du colis.', 'remboursment du colis'],
  ['Russian', 'Гарантия на прибор действует два года.', 'Сколько лет гарантии?'],
  ['Chinese', '电池充电需要三个小时。', '充电要多久？'],
  ['Japanese', '送料は全国一律で五百円です。', '送料はいくらですか。'],
  ['Thai', 'คุณสามารถคืนสินค้าได้ภายในสามสิบวัน', 'คืนสินค้าอย่างไร'],
  ['Arabic', 'يستغرق شحن البطارية ثلاث ساعات.', 'شحن البطاريه'],
  ['Hindi', 'ग्राहक सेवा सुबह नौ बजे खुलती है।', 'ग्राहक सेवा कब खुलती है?'],
  ['Korean', '배터리 충전에는 세 시간이 걸립니다.', '충전 시간'],
] as const;

describe.each(engines)('retrieval, on %s', (engine) => {
  const database = databaseOf(engine);
  let serial = 0;

  /** A tenant with an agent that has a source with some chunks, each a document of its own, and its search. */
  const make = async (chunks: readonly string[], needs: Partial<RetrievalNeeds> = {}) => {
    serial += 1;
    const db = database();
    const source = `src_${serial}`;
    const tenant = await addTenant(db, String(serial));
    await addSource(db, { workspace: tenant.workspace, source });
    const staging = { workspace: tenant.workspace, source };
    const documents = (texts: readonly string[]): TestDocument[] =>
      texts.map((text, index) => ({ title: `Title ${index}`, chunks: [text] }));
    let next = await stage(db, { ...staging, version: 1, first: 0 }, documents(chunks));
    await serve(db, source, 1);
    await db.write([attach(db, { ...tenant, source })]);
    const retrieval = createRetrieval({ db, ...needs });
    const search = async (
      text: string,
      more: { mode?: Mode; topK?: number; context?: string[]; agent?: string } = {},
    ) => retrieval.search({ ...tenant, text, topK: 10, mode: 'lexical', account: 'acct', ...more });
    const texts = async (...of: Parameters<typeof search>) => (await search(...of)).found.map(({ text }) => text);
    const stageMore = async (version: number, more: readonly string[]) => {
      next = await stage(db, { ...staging, version, first: next }, documents(more));
    };
    return { db, ...tenant, source, retrieval, search, texts, stageMore };
  };

  describe('in ten languages', () => {
    let made: Awaited<ReturnType<typeof make>>;
    beforeAll(async () => {
      made = await make(languages.map(([, passage]) => passage));
    });

    test.each(languages)('%s: finds the passage for a question in other words', async (_, passage, question) => {
      expect((await made.texts(question))[0]).toBe(passage);
    });
  });

  test('says why a passage was found', async () => {
    const { search, source } = await make(['Delivery takes two days.', 'The warranty lasts two years.']);
    const { found, mode, notes } = await search('warranty years');
    expect({ mode, notes }).toEqual({ mode: 'lexical', notes: [] });
    expect(found[0]).toMatchObject({
      ...{ source, version: 1, chunk: 1, title: 'Title 1', headings: [], page: null, start: 0, end: 29 },
      ...{ ranks: { lexical: 1, vectors: null, rerank: null }, terms: ['warranty', 'years'] },
      score: 1 / 61,
    });
  });

  test('finds inflections and compounds, and what is spelt wrongly', async () => {
    const { texts } = await make([
      'The invoices are sent by mail.',
      'We sell lamps.',
      'The invasion of the ants is over.',
    ]);
    expect(await texts('invoice')).toEqual(['The invoices are sent by mail.']);
    expect(await texts('imvoice')).toEqual(['The invoices are sent by mail.']);
    expect(await texts('invoicing address')).toEqual(['The invoices are sent by mail.']);
  });

  test('common words decide nothing', async () => {
    const { texts } = await make([
      'How do I get that to my other one? How do I get it from there to me, and what do I do with my own?',
      'Accountants receive a copy of each bill.',
    ]);
    expect((await texts('How do I get that to my accountant?'))[0]).toContain('Accountants');
  });

  test('an identifier is found exactly, in each of its spellings, or not at all', async () => {
    const { texts } = await make([
      'The seal kit 4-771.20/B fits the X-200.',
      'The seal kit 4-771.30/B fits the X-300.',
      'The fee is $1,299.00.',
      'C++ courses start in May. C courses start in July.',
      'C# courses start in June.',
      'Call +49 30 901820.',
      'Firmware 1.10.2 fixed the login.',
      'Firmware 1.1.02 removed it.',
    ]);
    expect(await texts('4-771.30/B')).toEqual(['The seal kit 4-771.30/B fits the X-300.']);
    expect(await texts('4-771.40/B')).toEqual([]);
    expect(await texts('X300')).toEqual(['The seal kit 4-771.30/B fits the X-300.']);
    expect(await texts('1299')).toEqual(['The fee is $1,299.00.']);
    expect(await texts('+49 (30) 90 18 20')).toEqual(['Call +49 30 901820.']);
    expect(await texts('1.10.2')).toEqual(['Firmware 1.10.2 fixed the login.']);
    expect((await texts('When do C# courses start?'))[0]).toBe('C# courses start in June.');
    expect((await texts('Which kit fits the X-200?'))[0]).toContain('X-200');
  });

  test('finds nothing of another agent, workspace, or of a source that is detached or deleted', async () => {
    const mine = await make(['My secret is a cat.']);
    const other = await make(['Their secret is a dog.']);
    expect(await mine.texts('secret')).toEqual(['My secret is a cat.']);
    const { db, workspace, source } = mine;
    await db.write([insertAgent(db, workspace, 'agent_without')]);
    expect(await mine.texts('secret', { agent: 'agent_without' })).toEqual([]);
    expect(await mine.texts('secret', { agent: other.agent })).toEqual([]);
    const foreign = { workspace: other.workspace, source, version: 1, text: 'secret', topK: 5 };
    expect(await mine.retrieval.searchSource(foreign)).toEqual([]);
    const sources = db.query.updateTable('knowledge_sources').where('id', '=', source);
    await db.write([statement(sources.set({ deleted_at: 1 }))]);
    expect(await mine.texts('secret')).toEqual([]);
    await db.write([statement(sources.set({ deleted_at: null }))]);
    expect(await mine.texts('secret')).toHaveLength(1);
    await db.write([statement(db.query.deleteFrom('agent_sources').where('source_id', '=', source))]);
    expect(await mine.texts('secret')).toEqual([]);
    expect(await other.texts('secret')).toEqual(['Their secret is a dog.']);
  });

  test('finds no chunk that is switched off, and ranks on until enough others are found', async () => {
    const chunks = Array.from({ length: 450 }, (_, index) => `Rule ${index} is about cats`);
    const { db, source, texts } = await make(chunks);
    const off = db.query.updateTable('knowledge_chunks').set({ enabled: 0 }).where('source_id', '=', source);
    await db.write([statement(off.where('number', '<', 440))]);
    expect(await texts('cats', { topK: 20 })).toEqual(chunks.slice(440));
  });

  test('searches the version that serves, and a staged one only if asked', async () => {
    const { db, workspace, source, retrieval, texts, stageMore } = await make(['The price is five euros.']);
    const staged = (text: string, version: number) =>
      retrieval
        .searchSource({ workspace, source, version, text, topK: 5 })
        .then((found) => found.map((one) => one.text));
    const ended = db.query.updateTable('knowledge_documents').set({ until: 2 }).where('source_id', '=', source);
    await stageMore(2, ['The price is six euros.']);
    await db.write([statement(ended.where('since', '=', 1))]);
    expect(await texts('price')).toEqual(['The price is five euros.']);
    expect(await staged('price', 2)).toEqual(['The price is six euros.']);
    await serve(db, source, 2);
    expect(await texts('price')).toEqual(['The price is six euros.']);
  });

  test('a staged version that is discarded leaves nothing', async () => {
    const { db, workspace, source, texts, stageMore } = await make(['One cat.']);
    await stageMore(2, ['Two cats.']);
    for (;;) {
      const next = await purgeSegments(db, workspace, { source, since: 2 });
      if (next.length === 0) break;
      await db.write(next);
    }
    const rows = await db.read(
      db.query.selectFrom('knowledge_terms').select('segment').where('source_id', '=', source),
    );
    expect(rows.map(({ segment }) => Number(segment))).toEqual([0]);
    expect(await texts('cat')).toEqual(['One cat.']);
  });

  test('searches a follow-up question with the ones before it, which weigh less', async () => {
    const { texts } = await make([
      'Express delivery costs nine euros.',
      'A new battery costs thirty euros.',
      'Our office is in Berlin.',
    ]);
    const context = ['Do you have express delivery?'];
    expect((await texts('And how much does it cost?', { context }))[0]).toBe('Express delivery costs nine euros.');
    expect((await texts('What does a battery cost?', { context }))[0]).toBe('A new battery costs thirty euros.');
  });

  test('those with the same score come in the order of the agent’s sources, then of their chunks', async () => {
    const made = await make(['same text', 'same text']);
    const { db, workspace, agent, search } = made;
    await addSource(db, { workspace, source: 'src_0first' });
    await stage(db, { workspace, source: 'src_0first', version: 1, first: 0 }, [
      { title: 'Title 0', chunks: ['same text'] },
    ]);
    await serve(db, 'src_0first', 1);
    await db.write([attach(db, { workspace, agent, source: 'src_0first', position: 1 })]);
    const { found } = await search('same text');
    expect(found.map(({ source, chunk }) => [source, chunk])).toEqual([
      [made.source, 0],
      [made.source, 1],
      ['src_0first', 0],
    ]);
  });

  test('an empty question, or one without sources, finds nothing', async () => {
    const { texts, db, workspace } = await make(['text']);
    await db.write([insertAgent(db, workspace, `agent_empty_${serial}`)]);
    expect(await texts('?!')).toEqual([]);
    expect(await texts('text', { agent: `agent_empty_${serial}` })).toEqual([]);
  });

  test('fuses vectors in hybrid mode; if they are unavailable, a note says so', async () => {
    const ranked = [{ source: '', chunk: 1, score: 0.9 }];
    const vectors = {
      search: async (of: readonly { id: string }[]) => ranked.map((one) => ({ ...one, source: of[0]?.id ?? '' })),
    };
    const { search } = await make(['A cat sat.', 'Felines purr.'], { vectors });
    const { found, mode } = await search('cat', { mode: 'hybrid' });
    expect(mode).toBe('hybrid');
    expect(found.map(({ ranks }) => ranks)).toEqual([
      { lexical: 1, vectors: null, rerank: null },
      { lexical: null, vectors: 1, rerank: null },
    ]);
    const down = { search: async () => ({ unavailable: 'The provider is down.' }) };
    const other = await make(['A cat sat.'], { vectors: down });
    expect(await other.search('cat', { mode: 'hybrid' })).toMatchObject({
      mode: 'lexical',
      notes: ['The provider is down.'],
    });
  });
});
