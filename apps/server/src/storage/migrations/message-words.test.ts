// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { raw } from '../../../testing/databases/temp-database.ts';
import { unmigratedDatabase } from '../../../testing/databases/unmigrated-database.ts';
import { messageWords } from './0011-0020/0014-message-words.ts';
import { migrations } from './index.ts';
import { migrate } from './migrate.ts';

const now = Date.now;

/** Number of migrations before this one. */
const earlier = migrations.indexOf(messageWords);

const message = (id: string, status: string, content: string) =>
  raw(`insert into messages (id, workspace_id, conversation_id, role, content, status, created_at)
       values ('${id}', 'ws_1', 'conv_1', 'assistant', '${content}', '${status}', 1)`);

describe.each(engines)('0014, on %s', (engine) => {
  test('queues each message once: those that are there, and others when they are complete', async () => {
    const db = await unmigratedDatabase(engine);
    await migrate(db, { migrations: migrations.slice(0, earlier), now });
    await db.write([
      raw(`insert into accounts (id, plan, created_at) values ('acct_1', 'free', 1)`),
      raw(`insert into workspaces (id, account_id, name, name_folded, version, created_at, updated_at)
           values ('ws_1', 'acct_1', 'Home', 'home', 1, 1, 1)`),
      raw(`insert into agents (id, workspace_id, name, description, system_prompt, model, temperature, status, version,
             created_at, updated_at, name_folded, description_folded)
           values ('agent_1', 'ws_1', 'A', '', '', 'm', '0.7', 'active', 1, 1, 1, 'a', '')`),
      raw(`insert into conversations (id, workspace_id, agent_id, status, created_at, updated_at, turn)
           values ('conv_1', 'ws_1', 'agent_1', 'open', 1, 1, 'msg_writing')`),
      message('msg_old', 'complete', 'Hi'),
      message('msg_empty', 'failed', ''),
      message('msg_writing', 'streaming', 'So f'),
    ]);
    await migrate(db, { migrations, now });
    const queued = async () =>
      (await db.read(db.query.selectFrom('messages_to_index').select('message_id').orderBy('message_id'))).map(
        (row) => row.message_id,
      );
    expect(await queued()).toEqual(['msg_old']);
    await db.write([message('msg_next', 'streaming', ''), message('msg_new', 'complete', 'Hi')]);
    expect(await queued()).toEqual(['msg_new', 'msg_old']);
    await db.write([
      raw("update messages set content = 'So far' where id = 'msg_writing'"),
      raw("update messages set content = 'Done', status = 'failed' where id in ('msg_writing', 'msg_next')"),
      raw("update messages set feedback = 'positive' where id = 'msg_writing'"),
    ]);
    expect(await queued()).toEqual(['msg_new', 'msg_next', 'msg_old', 'msg_writing']);
    await db.write([raw("delete from agents where id = 'agent_1'")]);
    expect(await queued()).toEqual([]);
  });
});
