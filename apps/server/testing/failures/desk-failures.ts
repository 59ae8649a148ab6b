import { statement } from '../../src/storage/unit.ts';
import { noteRow, savedReplyRow, viewRow } from '../fixtures/team-rows.ts';
import type { Service } from '../harness.ts';
import { type Reply, send } from '../request.ts';

interface World {
  readonly parley: Service;
  readonly key: string;
}

/** A new conversation, and its workspace. */
async function conversationOf({ parley }: World) {
  const person = await parley.person();
  const client = await person.client();
  const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
  return { id: (await client.conversations.create(agent))._id, workspace: person.workspace, key: await person.key() };
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
  conversation_not_closed: {
    by: async (world: World): Promise<Reply> => {
      const { id, key } = await conversationOf(world);
      const path = `/api/conversations/${id}/satisfaction`;
      return send(world.parley.url, { method: 'POST', path, key, body: { score: 5 } });
    },
    body: { hint: 'Close it first.' },
  },
  note_not_found: {
    by: async (world: World): Promise<Reply> => {
      const { id, key } = await conversationOf(world);
      const path = `/api/conversations/${id}/notes/ent_nowhere`;
      return send(world.parley.url, { method: 'DELETE', path, key });
    },
  },
  note_limit_reached: {
    by: async (world: World): Promise<Reply> => {
      const { id, workspace, key } = await conversationOf(world);
      const { db, url } = world.parley;
      const of = { workspace, conversation: id };
      const rows = Array.from({ length: 1_000 }, (_, number) => noteRow(of, { version: 1_000 + number }));
      for (let at = 0; at < rows.length; at += 100) {
        await db.write([statement(db.query.insertInto('conversation_entries').values(rows.slice(at, at + 100)))]);
      }
      return send(url, { method: 'POST', path: `/api/conversations/${id}/notes`, key, body: { text: 'One more' } });
    },
    body: { hint: 'Change one of your notes.' },
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
