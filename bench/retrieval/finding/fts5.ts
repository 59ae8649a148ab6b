import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { above, pool, type System, top } from './system.ts';

type Tokenizer = 'unicode61' | 'trigram';

/** The constant of reciprocal rank fusion, as it was published. */
const damping = 60;

/** FTS5 with one of its tokenizers and its `bm25`, or with several, whose rankings are fused by reciprocal rank. */
export const fts5 = (name: string, tokenizers: readonly Tokenizer[]): System => ({
  name,
  open: async (passages) => {
    const db = new DatabaseSync(':memory:');
    for (const tokenizer of tokenizers) {
      db.exec(`create virtual table ${tokenizer} using fts5(above, text, content='', tokenize='${tokenizer}')`);
      const insert = db.prepare(`insert into ${tokenizer} (rowid, above, text) values (?, ?, ?)`);
      for (const [index, passage] of passages.entries()) insert.run(index, above(passage), passage.text);
    }
    const searches = tokenizers.map((tokenizer) => searchOf(db, tokenizer));
    const row = db.prepare('select sum(pgsize) as bytes from dbstat').get() as { bytes: number };
    return {
      search: ({ text }) => fused(searches.map((search) => search(text))).slice(0, top),
      bytes: Number(row.bytes),
      close: () => db.close(),
    };
  },
});

/** Searches for any of the question's tokens; FTS5 finds nothing for most questions if it must find all. */
function searchOf(db: DatabaseSyncInstance, tokenizer: Tokenizer) {
  const sql = `select rowid from ${tokenizer} where ${tokenizer} match ? order by bm25(${tokenizer}), rowid limit ?`;
  const select = db.prepare(sql);
  const termsOf = tokenizer === 'trigram' ? trigramsOf : runsOf;
  return (question: string): number[] => {
    const terms = [...new Set(termsOf(question))].map((term) => `"${term.replaceAll('"', '""')}"`);
    return terms.length === 0 ? [] : select.all(terms.join(' OR '), pool).map((row) => Number(rowidOf(row)));
  };
}

const rowidOf = (row: unknown) => (row as { rowid: number }).rowid;

const runsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

const trigramsOf = (text: string): string[] =>
  runsOf(text.toLowerCase()).flatMap((run) => {
    const characters = [...run];
    return characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
  });

function fused(rankings: readonly (readonly number[])[]): number[] {
  const scores = new Map<number, number>();
  for (const ranking of rankings)
    for (const [at, index] of ranking.entries()) scores.set(index, (scores.get(index) ?? 0) + 1 / (damping + at + 1));
  return [...scores].sort(([one, its], [other, others]) => others - its || one - other).map(([index]) => index);
}
