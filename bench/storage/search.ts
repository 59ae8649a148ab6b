import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { list } from '../../apps/server/src/features/conversations/lists/list-store.ts';
import type { Database } from '../../apps/server/src/storage/database.ts';
import { migrations } from '../../apps/server/src/storage/migrations/index.ts';
import { migrate } from '../../apps/server/src/storage/migrations/migrate.ts';
import { openDatabase } from '../../apps/server/src/storage/opening/open-database.ts';
import { indexWords, wordSearch } from '../../apps/server/src/storage/sql/words.ts';
import { type Statement, statement } from '../../apps/server/src/storage/unit.ts';
import { wantedBy } from '../../apps/server/src/text/words.ts';
import { startCluster } from '../../apps/server/testing/databases/postgres.ts';
import { noFilters } from '../../apps/server/testing/fixtures/large-texts.ts';
import { pagesRead, recording } from '../../apps/server/testing/plans/pages-read.ts';
import { percentile } from '../shared/load.ts';
import type { BenchOptions } from '../shared/options.ts';
import { fine, table } from '../shared/report.ts';

/** Workspaces, messages of each conversation, distinct words, and words of each message. */
const shape = { workspaces: 100, perConversation: 5, vocabulary: 50_000, words: 20 } as const;

/** Messages of one unit of work. */
const batch = 500;

/** Words by how many messages have them, and by their place in the vocabulary. */
const searches = {
  'the commonest word': 'w0',
  'a frequent word': 'w50',
  'a rare word': 'w20000',
  'two frequent words': 'w50 w60 ',
  'a prefix': 'w1',
  'no such word': 'nothing',
} as const;

/**
 * `npm run bench -- search [--messages N]`: searches one of 100 workspaces, whose messages have words by Zipf's law.
 * The control is a page of its list without a search.
 */
export async function benchSearch(options: BenchOptions): Promise<string> {
  const onSqlite = await benchOn(undefined, options);
  const cluster = await startCluster();
  if (cluster === undefined) return `${onSqlite}\n\nPostgreSQL isn't installed.`;
  try {
    return `${onSqlite}\n\n${await benchOn(cluster.url('postgres'), options)}`;
  } finally {
    await cluster.close();
  }
}

async function benchOn(databaseUrl: string | undefined, { folder, rounds, messages = 100_000 }: BenchOptions) {
  const dataDir = mkdtempSync(join(folder, 'parley-bench-'));
  const db = await openDatabase({
    ...{ dataDir, databaseUrl, now: Date.now, onNotice: () => {} },
    onFatal: (error) => {
      throw error;
    },
  });
  try {
    await migrate(db, { migrations, now: Date.now });
    const began = performance.now();
    const share = await fill(db, messages);
    const perMessage = ((performance.now() - began) * 1_000) / messages;
    const filled = `${messages} messages in ${shape.workspaces} workspaces, ${fine(perMessage)} µs to store and index each`;
    return `${db.engine}: ${filled} (the index: ${fine(share * 100)} %)\n\n${await report(db, rounds)}`;
  } finally {
    await db.close();
    rmSync(dataDir, { recursive: true });
  }
}

async function report(db: Database, rounds: number): Promise<string> {
  const control = await measure(db, rounds, undefined);
  const rows = [['a page without a search (control)', fine(control.p50), '1', String(control.pages), '']];
  for (const [what, q] of Object.entries(searches)) {
    const found = await measure(db, rounds, q);
    rows.push([what, fine(found.p50), fine(found.p50 / control.p50), String(found.pages), String(found.total)]);
  }
  return table(['search', 'p50, ms', 'ratio', 'pages read', 'conversations'], rows);
}

/** A word by Zipf's law: the rank is distributed as its logarithm. */
const word = () => `w${Math.floor(shape.vocabulary ** Math.random()) - 1}`;

const workspaceOf = (number: number) => `ws_${String(number % shape.workspaces).padStart(26, '0')}`;

/** Fills the database, and returns the share of the time that the index took. */
async function fill(db: Database, messages: number): Promise<number> {
  await db.write(tenants(db));
  let [indexing, all] = [0, 0];
  for (let from = 0; from < messages; from += batch) {
    const { rows, words } = portionOf(db, from, Math.min(from + batch, messages));
    const before = performance.now();
    await db.write(rows);
    const between = performance.now();
    await db.write(words);
    all += performance.now() - before;
    indexing += performance.now() - between;
  }
  if (db.engine === 'postgres') await db.write([{ sql: 'analyze', parameters: [] }]);
  return indexing / all;
}

/** One account with all workspaces, and an agent in each. */
function tenants(db: Database): Statement[] {
  const none = { version: 1, created_at: 1, updated_at: 1 };
  const account = db.query.insertInto('accounts').values({ id: 'acct', plan: 'business', created_at: 1 });
  const statements = [statement(account)];
  for (let number = 0; number < shape.workspaces; number += 1) {
    const id = workspaceOf(number);
    const workspace = { ...none, id, account_id: 'acct', name: id, name_folded: id };
    const agent = {
      ...{ ...none, id: `agent_${number}`, workspace_id: id, name: '', name_folded: '', description: '' },
      ...{ description_folded: '', system_prompt: '', model: 'builtin/echo', temperature: '1', status: 'active' },
      ...{ answer_mode: 'open', grounding_judge: 'rules', rerank: 0 },
      deleted_at: null,
    };
    statements.push(
      statement(db.query.insertInto('workspaces').values(workspace)),
      statement(db.query.insertInto('agents').values(agent)),
    );
  }
  return statements;
}

/** The statements that store some messages with their conversations, and those that index them. */
function portionOf(db: Database, from: number, until: number) {
  const words: Statement[] = [];
  const said = [];
  const begun = [];
  for (let number = from; number < until; number += 1) {
    const place = Math.floor(number / shape.perConversation);
    const [conversation, workspace] = [`conv_${place}`, workspaceOf(place)];
    const id = `msg_${String(number).padStart(12, '0')}`;
    const text = Array.from({ length: shape.words }, word);
    const of = { workspace_id: workspace, created_at: number, updated_at: number };
    if (number % shape.perConversation === 0) {
      const agent = `agent_${place % shape.workspaces}`;
      begun.push({ ...of, id: conversation, agent_id: agent, status: 'open', title: text.join(' ') });
    }
    said.push({
      ...of,
      ...{ id, conversation_id: conversation, role: 'user', status: 'complete' },
      content: text.join(' '),
    });
    words.push(
      ...indexWords(db, { id, workspace, conversation, words: new Set(text) }, () => new Error('It is gone.')),
    );
  }
  const rows = [
    ...(begun.length > 0 ? [statement(db.query.insertInto('conversations').values(begun as never))] : []),
    statement(db.query.insertInto('messages').values(said as never)),
    statement(db.query.deleteFrom('messages_to_index')),
  ];
  return { rows, words };
}

/** Reads a page and the total several times: the median in ms, the pages of the page's query, and the total. */
async function measure(db: Database, rounds: number, q: string | undefined) {
  const words = q === undefined ? undefined : wordSearch(db, wantedBy(q));
  const what = {
    ...{ reach: [workspaceOf(7)], scan: { account: 'acct', narrow: '' } },
    filters: { ...noFilters, text: q, words },
  };
  const query = { limit: 20, includeTotal: false, sort: '-createdAt' } as const;
  const kept = recording(db);
  await list.read(kept.db, what, query);
  const times: number[] = [];
  for (let round = 0; round < rounds * 3; round += 1) {
    const before = performance.now();
    await list.read(db, what, query);
    times.push(performance.now() - before);
  }
  const counted = JSON.parse(await list.read(db, what, { ...query, includeTotal: true })) as { total: number };
  const [read] = kept.queries.filter(({ sql }) => sql.includes('order by'));
  return {
    p50: percentile(
      times.sort((a, b) => a - b),
      0.5,
    ),
    pages: read === undefined ? 0 : await pagesRead(db, read),
    total: counted.total,
  };
}
