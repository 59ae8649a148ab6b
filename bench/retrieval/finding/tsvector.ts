import type { Database } from '../../../apps/server/src/storage/database.ts';
import { cpuOf } from '../cpu.ts';
import type { Language } from '../hard-set.ts';
import { above, type System, top } from './system.ts';

/** The configuration of each language; PostgreSQL has none for Japanese. */
const configurations: Record<Language, string> = {
  ...{ en: 'english', de: 'german', fr: 'french', es: 'spanish', ru: 'russian', ja: 'simple' },
};

/** Ranks by cover density what has any lexeme of the question: `websearch_to_tsquery` wants all, and finds too little. */
const search = `select number from rival_passages,
  (select string_agg('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''', ' | ')::tsquery as any_of
    from unnest(to_tsvector($1::regconfig, $2))) as asked
  where vector @@ any_of order by ts_rank_cd(vector, any_of) desc, number limit ${top}`;

const insert = 'insert into rival_passages values ($1, to_tsvector($2::regconfig, $3))';

/** PostgreSQL's full-text search with the configuration of each passage's language, and a GIN index. */
export const tsvector = (db: Database): System => ({
  name: 'PostgreSQL `tsvector`',
  open: async (passages) => {
    const run = (...statements: string[]) => db.write(statements.map((sql) => ({ sql, parameters: [] })));
    await run('create table rival_passages (number integer primary key, vector tsvector not null)');
    const rows = passages.map((passage, number) => [
      ...[number, configurations[passage.language]],
      `${above(passage)}\n${passage.text}`,
    ]);
    await db.write(rows.map((parameters) => ({ sql: insert, parameters })));
    await run('create index rival_words on rival_passages using gin (vector)', 'analyze rival_passages');
    const size = { sql: "select pg_total_relation_size('rival_passages') as bytes", parameters: [] };
    const [{ bytes } = { bytes: 0 }] = await db.read<{ bytes: number | string }>(size);
    return {
      search: async ({ language, text }) => {
        const rows = await db.read<{ number: number }>({ sql: search, parameters: [configurations[language], text] });
        return rows.map(({ number }) => Number(number));
      },
      bytes: Number(bytes),
      cpuBeside: async () => (await cpuOf(db)).server,
      close: async () => void (await run('drop table rival_passages')),
    };
  },
});
