import { statement } from '../../src/storage/unit.ts';
import { savedReplyRow, viewRow } from '../fixtures/team-rows.ts';
import type { Service } from '../harness.ts';
import { type Reply, send } from '../request.ts';

interface World {
  readonly parley: Service;
  readonly key: string;
}

/** Provokes the errors of the tools of the desk, by their code. */
export const deskFailures = {
  saved_reply_not_found: {
    by: ({ parley, key }: World) => send(parley.url, { path: '/api/saved-replies/srep_nowhere', key }),
  },
  saved_reply_limit_reached: {
    by: async ({ parley }: World): Promise<Reply> => {
      const person = await parley.person();
      const { db } = parley;
      const rows = Array.from({ length: 1_000 }, () => savedReplyRow(person.workspace));
      for (let at = 0; at < rows.length; at += 100) {
        await db.write([statement(db.query.insertInto('saved_replies').values(rows.slice(at, at + 100)))]);
      }
      const body = { name: 'One more', text: 'Hello' };
      return send(parley.url, { method: 'POST', path: '/api/saved-replies', key: await person.key(), body });
    },
    body: { hint: 'Delete one that is not used.' },
  },
  view_not_found: { by: ({ parley, key }: World) => send(parley.url, { path: '/api/views/view_nowhere', key }) },
  view_limit_reached: {
    by: async ({ parley }: World): Promise<Reply> => {
      const person = await parley.person();
      const { db } = parley;
      const rows = Array.from({ length: 100 }, () => viewRow(person.workspace));
      await db.write([statement(db.query.insertInto('views').values(rows))]);
      const body = { name: 'One more', filters: {} };
      return send(parley.url, { method: 'POST', path: '/api/views', key: await person.key(), body });
    },
    body: { hint: 'Delete one that is not used.' },
  },
};
