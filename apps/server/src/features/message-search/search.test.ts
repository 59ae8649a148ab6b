// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { anyUnindexed } from './store.ts';

const patient = { timeout: 60_000, interval: 50 };

/** A language, a text in it, what finds the text, and what doesn't. */
const languages: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  [
    'English',
    'Don’t panic: the parcel was delivered yesterday',
    ['PARCEL delivered', 'panic deliv'],
    ['arcel', 'parc was', 'undelivered'],
  ],
  [
    'German',
    'Die Größe der Straße überrascht',
    ['grosse', 'GRÖSSE', 'straße', 'STRASSE uber', 'Gro\u0308ße'],
    ['gross der die das', 'raße'],
  ],
  ['French', 'Un café crème à l’œil, s’il vous plaît', ['cafe creme', 'CAFÉ', 'oeil', 'plait'], ['caf creme']],
  ['Russian', 'Ёлка стоит в моей комнате', ['елка', 'ЁЛКА комнат'], ['мои комнате', 'лка']],
  ['Turkish', 'İstanbul’da ılık bir IŞIK', ['istanbul', 'ISTANBUL', 'ilik', 'ısık', 'IŞIK'], ['stanbul']],
  ['Vietnamese', 'Đường phố Hà Nội rất đẹp', ['duong pho', 'ha noi', 'ĐẸP'], ['uong']],
  ['Greek', 'Ο Οδυσσεύς ταξιδεύει', ['οδυσσευσ', 'ΟΔΥΣΣΕΥΣ'], ['δυσσευς']],
  [
    'Chinese',
    '我想预订明天去上海的机票',
    ['上海', '机票', '预订 机票', '海', '去上海的机票'],
    ['北京', '票机', '上海 北京'],
  ],
  ['Chinese beyond the basic plane', '𠮷野家のご飯', ['𠮷野', '𠮷', '飯'], ['𠮷飯']],
  ['Japanese', '東京都庁でカレーを食べた', ['東京', '都庁', 'カレー', 'ｶﾚｰ', '食べ', 'カ'], ['京東', 'カレ食']],
  ['Korean', '오늘 학교에서 버스를 탔다', ['학교 버스', '학교에서', '탔', '\u1112\u1161\u11a8교'], ['교학']],
  ['Thai', 'ฉันอยากจองโรงแรมในกรุงเทพมหานคร', ['โรงแรม', 'กรุงเทพ', 'จอง โรงแรม', 'จ'], ['เชียงใหม่']],
  ['Lao', 'ຂ້ອຍຢາກໄປວຽງຈັນ', ['ວຽງຈັນ', 'ຢາກ'], ['ຫຼວງພະບາງ']],
  ['Arabic', 'الطَّقْسُ جميلٌ اليـوم في القاهرة', ['الطقس', 'جميل اليوم', 'القاهرة'], ['طقس']],
  ['Hebrew', 'שָׁלוֹם לכל העולם', ['שלום', 'העולם'], ['לום']],
  ['Persian', 'کتاب‌ها را می‌خواهم', ['کتابها', 'کتاب\u200cها', 'میخواهم'], ['تاب']],
  ['Hindi', 'मुझे दिल्ली की ट्रेन चाहिए', ['दिल्ली', 'ट्रेन', 'की ट्रेन'], ['दल्ली', 'क ट्रेन']],
  ['emoji', 'Great 👩‍👩‍👧 from 🇩🇪 ❤️', ['👧', '🇩🇪', '❤', 'great ❤️'], ['🇫🇷', '👦']],
  ['forms', 'ｆｕｌｌ ﬁne No.①', ['full', 'fine', 'No 1'], ['ull']],
  [
    'code',
    'x = foo_bar(node.js); // C++ "quoted" AND (a* OR b) NEAR \'c\' ~d:e',
    ['foo bar', 'NODE js', '"quoted"', 'a* OR', "'c'", 'near', '~d'],
    ['foobar'],
  ],
  ['a long word', `${'y'.repeat(300)} end`, ['y'.repeat(200), 'y'.repeat(60)], ['y'.repeat(63).concat('z')]],
];

describe.each(engines)('search in messages, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let agent: string;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  const indexed = () => vi.waitFor(async () => expect(await anyUnindexed(parley.db)).toBe(false), patient);
  /** A conversation with a title of its own, and messages. */
  const said = async (title: string, ...texts: readonly string[]) => {
    const { _id } = await client.conversations.create(agent, { title });
    for (const content of texts) await client.messages.send(_id, { content });
    return _id;
  };
  const found = async (q: string, as: Parley = client) =>
    (await as.conversations.list({ q, sort: 'createdAt' })).items.map(({ title }) => title);

  test('200: finds words in any language, and the excerpt shows where', async () => {
    for (const [language, text] of languages) await said(`In ${language}`, text);
    await indexed();
    for (const [language, text, hits, misses] of languages) {
      for (const q of hits) {
        const { items } = await client.conversations.list({ q });
        const item = items.find(({ title }) => title === `In ${language}`);
        expect({ q, match: item?.match }).toEqual({
          q,
          match: expect.objectContaining({ message: expect.any(String) }),
        });
        const { snippet = '', ranges = [] } = item?.match ?? {};
        expect(text).toContain(snippet.replace(/^…|…$/g, ''));
        expect({ q, marked: ranges.length > 0 }).toEqual({ q, marked: true });
        for (const { start, end } of ranges) expect(snippet.slice(start, end).trim()).not.toBe('');
      }
      for (const q of misses)
        expect({ q, found: await found(q) }).toEqual({ q, found: expect.not.arrayContaining([`In ${language}`]) });
    }
  }, 120_000);

  test('200: finds messages of users, agents and people, all words in one message', async () => {
    const conversation = await said('Voices', 'zebra alpha', 'zebra beta');
    await client.conversations.takeOver(conversation);
    await client.messages.send(conversation, { role: 'human', content: 'zebra gamma' });
    await said('A zebra in the title');
    await indexed();
    expect(await found('zebra')).toEqual(['Voices', 'A zebra in the title']);
    expect(await found('alpha zeb')).toEqual(['Voices']);
    expect(await found('gamma zebra')).toEqual(['Voices']);
    expect(await found('alpha beta')).toEqual([]);
    expect(await found('zebr alpha')).toEqual([]);
    const { items } = await client.conversations.list({ q: 'zebra', sort: 'createdAt', includeTotal: true });
    const messages = (await client.messages.list(conversation)).items;
    expect(items[0]?.match?.message).toBe(messages.find(({ role }) => role === 'human')?._id);
    expect(items[1]).not.toHaveProperty('match');
    expect((await client.conversations.list({ limit: 1 })).items[0]).not.toHaveProperty('match');
    const echo = messages.find(({ role, content }) => role === 'assistant' && content === 'zebra alpha');
    expect(echo).toBeDefined();
  });

  test('200: filters, pages, totals and exports as the other filters do', async () => {
    for (const number of [1, 2, 3, 4, 5]) await said(`Quagga ${number}`, 'a quagga');
    const { items: all } = await client.conversations.list({ q: 'quagga', sort: '-createdAt' });
    for (const number of [6, 7]) await said(`Other ${number}`, 'a quagga');
    await client.conversations.close(all[0]?._id ?? '');
    await indexed();
    const walked: string[] = [];
    for await (const { title } of client.conversations.list({ q: 'quagga', limit: 2 })) walked.push(title);
    expect(walked).toEqual(['Other 7', 'Other 6', 'Quagga 5', 'Quagga 4', 'Quagga 3', 'Quagga 2', 'Quagga 1']);
    expect((await client.conversations.list({ q: 'quagga', limit: 1, includeTotal: true })).total).toBe(7);
    expect((await client.conversations.list({ q: 'quagga', status: 'closed', includeTotal: true })).total).toBe(1);
    expect((await client.conversations.listOfAgent(agent, { q: 'quagga', includeTotal: true })).total).toBe(7);
    const lines = (await client.conversations.export({ q: 'quagga' }).text()).trimEnd().split('\n');
    expect(lines).toHaveLength(7);
    const { nextCursor } = await client.conversations.list({ q: 'quagga', limit: 2 });
    await expect(client.conversations.list({ q: 'quaggas', limit: 2, cursor: nextCursor ?? '' })).rejects.toMatchObject(
      {
        code: 'cursor_invalid',
      },
    );
  });

  test('200: a workspace finds its own messages only', async () => {
    const other = await (await parley.person()).client();
    const { _id } = await other.agents.create({ name: 'Echo', model: 'builtin/echo' });
    await other.agents.chat(_id, { message: 'okapi of another' });
    await said('Mine', 'okapi');
    await indexed();
    expect(await found('okapi')).toEqual(['Mine']);
    expect(await found('okapi', other)).toEqual(['okapi of another']);
  });

  test('200: what is deleted is found no more, and leaves no words', async () => {
    const [one, two] = [await said('One', 'tapir'), await said('Two', 'tapir')];
    const { _id: gone } = await client.agents.create({ name: 'Gone', model: 'builtin/echo' });
    await client.agents.chat(gone, { message: 'tapir', userId: 'visitor' });
    await client.agents.chat(gone, { message: 'tapir at last' });
    await indexed();
    const words = async () =>
      (await parley.db.read(parley.db.query.selectFrom('message_words').select('message_id'))).length;
    const before = await words();
    expect(await found('tapir')).toEqual(['One', 'Two', 'tapir', 'tapir at last']);
    await client.conversations.delete(one);
    expect(await found('tapir')).toEqual(['Two', 'tapir', 'tapir at last']);
    await client.conversations.deleteOfUser('visitor');
    expect(await found('tapir')).toEqual(['Two', 'tapir at last']);
    await client.agents.delete(gone);
    expect(await found('tapir')).toEqual(['Two']);
    await client.conversations.delete(two);
    expect(await found('tapir')).toEqual([]);
    expect(await words()).toBe(before - 8);
    if (engine === 'sqlite') {
      const sql = 'select count(*) as n from message_words_index_docsize';
      expect(await parley.db.read({ sql, parameters: [] })).toEqual([{ n: before - 8 }]);
    }
  });

  test('200: indexes long texts in any script, and finds their ends', async () => {
    const latin = Array.from({ length: 9_000 }, (_, number) => `w${number.toString(36)}ö`).join(' ');
    const han = Array.from({ length: 9_000 }, (_, number) => String.fromCodePoint(0x4e00 + number)).join('');
    await said('Long Latin', `${latin} aardvark`);
    await said('Long Han', `aardvark ${han}`);
    await indexed();
    expect(await found('w6xzo aardvark')).toEqual(['Long Latin']);
    expect(await found(han.slice(-100))).toEqual(['Long Han']);
    expect(await found(han.slice(985, 1_015))).toEqual(['Long Han']);
    const { items } = await client.conversations.list({ q: 'aardvark', sort: 'createdAt' });
    expect(items.map(({ match }) => match?.snippet.length)).toEqual([expect.any(Number), 201]);
    for (const { match } of items) {
      const [range] = match?.ranges ?? [];
      expect(match?.snippet.slice(range?.start, range?.end)).toBe('aardvark');
    }
  }, 120_000);

  test('200: what a search cannot cut into words is looked for in titles', async () => {
    await said('50 % off', 'nothing');
    expect(await found('%')).toEqual(['50 % off']);
    for (const q of ['"', "'", '*', '~', '\\', '(', ' ', ':*', '&', '-']) expect(await found(`${q} zzz`)).toEqual([]);
  });
});
