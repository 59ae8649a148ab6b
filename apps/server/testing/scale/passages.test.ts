// @module-tag sql
import { describe, expect, test } from 'vitest';
import { between, createRandom, type Random } from '../../src/random.ts';
import { createRetrieval } from '../../src/retrieval/create-retrieval.ts';
import { createCompaction } from '../../src/retrieval/index/compact.ts';
import type { Database } from '../../src/storage/database.ts';
import { statement } from '../../src/storage/unit.ts';
import { engines } from '../databases/engines.ts';
import { databaseOf } from '../databases/migrated-database.ts';
import { addSource, addTenant, attach, buildHere, serve, stage } from '../fixtures/knowledge.ts';
import { announceSeed, runs } from '../processes/runs.ts';

/** Words of several scripts; a text takes those of one, the earlier ones more often. */
const vocabularies: readonly (readonly string[])[] = [
  'the of delivery parcel returns within days warranty battery charging filter price invoice subscription months year'.split(
    ' ',
  ),
  'die der Rückgabefrist Lieferung Gerät Straße Größe Akku laden Filter Kündigung Monatsende Rechnung'.split(' '),
  'и в доставка посылка гарантия лет аккумулятор зарядка фильтр подписка оплата'.split(' '),
  ['退货', '运费', '保修', '电池', '充电', '滤网', '订阅', '付款', '手机', '温度', '的', '在'],
  ['返品', '送料', '保証', 'パスワード', '電池', 'フィルター', '解約', '支払い', 'は', 'の'],
  ['คืนสินค้า', 'ค่าจัดส่ง', 'รับประกัน', 'รหัสผ่าน', 'แบตเตอรี่', 'แผ่นกรอง', 'ใช้', 'ได้'],
  'في على الإرجاع الشحن الضمان البطارية المرشح الاشتراك الفاتورة'.split(' '),
  'की है वापसी शिपिंग वारंटी पासवर्ड बैटरी फ़िल्टर सदस्यता भुगतान'.split(' '),
];

const withoutSpaces = new Set([3, 4, 5]);

/** A text of words of one script; with a typing error in it now and then. */
function textFrom(random: Random, words: number): string {
  const script = between(random, 0, vocabularies.length - 1);
  const vocabulary = vocabularies[script] ?? [];
  const text = Array.from({ length: words }, () => vocabulary[Math.floor(random() ** 2 * vocabulary.length)]);
  const joined = text.join(withoutSpaces.has(script) ? '' : ' ');
  if (random() < 0.7) return joined;
  const letters = [...joined];
  letters.splice(between(random, 0, letters.length - 1), 1);
  return letters.join('');
}

const tenant = { workspace: 'ws_alike', agent: 'agent_alike' };
const sources = ['src_small', 'src_many', 'src_changed'] as const;

/** The same three sources in a database: one small, one of many segments, one whose old version is still there. */
async function fill(db: Database, seed: number): Promise<void> {
  const random = createRandom(seed);
  const documents = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      title: textFrom(random, 2),
      key: String(index),
      chunks: Array.from({ length: 4 }, () => textFrom(random, between(random, 3, 30))),
    }));
  await addTenant(db, 'alike');
  for (const [position, source] of sources.entries()) {
    const of = { workspace: tenant.workspace, source };
    await addSource(db, of);
    let first = await stage(db, { ...of, version: 1, first: 0 }, documents(20));
    if (source === 'src_many')
      for (let part = 0; part < 9; part += 1)
        first = await stage(
          db,
          { ...of, version: 1, first },
          documents(12).map((one) => ({ ...one, key: `${part} ${one.key}` })),
        );
    if (source === 'src_changed') {
      const ended = db.query.updateTable('knowledge_documents').set({ until: 2 }).where('source_id', '=', source);
      await db.write([statement(ended.where('position', '<', 10))]);
      await stage(db, { ...of, version: 2, first }, documents(10));
    }
    await serve(db, source, source === 'src_changed' ? 2 : 1);
    await db.write([attach(db, { ...tenant, source, position })]);
  }
  const off = db.query.updateTable('knowledge_chunks').set({ enabled: 0 }).where('source_id', '=', 'src_small');
  await db.write([statement(off.where('number', 'in', [3, 7, 11]))]);
}

const count = runs(200, 'PARLEY_TEST_RUNS', 1_000);

/** Max milliseconds of a question on both engines, on a busy machine. */
const timeForQuestion = 300;

describe.runIf(engines.length === 2)('both engines', () => {
  const sqlite = databaseOf('sqlite');
  const postgres = databaseOf('postgres');

  test('find the same passages in the same order with the same scores', {
    timeout: 60_000 + count * timeForQuestion,
  }, async () => {
    const seed = announceSeed('scale/passages');
    const dbs = [sqlite(), postgres()];
    await Promise.all(dbs.map((db) => fill(db, seed)));
    const retrievals = dbs.map((db) => createRetrieval({ db }));
    const random = createRandom(seed + 1);
    let found = 0;
    for (let question = 0; question < count; question += 1) {
      // From here on one of them has merged segments: that must not change anything, either.
      if (question === Math.floor(count / 2)) await compactMany(sqlite());
      const text = textFrom(random, between(random, 1, 8));
      const context = random() < 0.2 ? [textFrom(random, 4)] : [];
      const asked = {
        ...tenant,
        text,
        context,
        topK: between(random, 1, 12),
        mode: 'lexical',
        account: 'acct',
      } as const;
      const [one, other] = await Promise.all(retrievals.map((retrieval) => retrieval.search(asked)));
      expect(other, `question ${question}: ${text}`).toEqual(one);
      found += one?.found.length ?? 0;
    }
    expect(found).toBeGreaterThan(count);
  });
});

async function compactMany(db: Database): Promise<void> {
  const attempt = {
    ...{ workspace: tenant.workspace, payload: { source: 'src_many' }, signal: new AbortController().signal },
    guard: () => ({ sql: 'select 1', parameters: [] }),
  };
  await createCompaction({ db, build: buildHere }).compact(attempt);
  const segments = db.query.selectFrom('knowledge_segments').select('segment').where('source_id', '=', 'src_many');
  expect(await db.read(segments)).toHaveLength(2);
}
