import { Type } from 'typebox';
import { type Endpoint, endpoint } from '../../src/http/endpoint.ts';
import type { Database } from '../../src/storage/database.ts';
import type { Compiled } from '../../src/storage/unit.ts';

/** A query that counts to a number: a few million take about a second. */
export const counting = (to: number): Compiled<{ count: number }> => ({
  sql: `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${to}) select count(*) as count from n`,
  parameters: [],
});

/** Counts longer than any test waits. */
export const endless = counting(10_000_000_000);

/** `GET /api/slow`: a scan that counts to `rows`, on behalf of an account. Anyone may ask for it. */
export const slowReads = (db: Database): Endpoint[] => [
  endpoint({
    id: 'readSlowly',
    client: 'testing.readSlowly',
    method: 'GET',
    path: '/api/slow',
    access: 'public',
    tag: 'Test',
    summary: 'Count.',
    query: Type.Object({ account: Type.String(), rows: Type.Integer() }),
    data: Type.Object({ count: Type.Integer() }),
    scans: true,
    handle: async ({ query: { account, rows }, awaited }) => {
      const { rows: found } = await db.scan(counting(rows), { account, awaited, narrow: 'Count less far.' });
      return { data: { count: Number(found[0]?.count) } };
    },
  }),
];
