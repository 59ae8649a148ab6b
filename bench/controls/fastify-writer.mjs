/** The writer thread of the control `fastify.mjs`: each batch is one durable transaction. */
import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';

const database = new DatabaseSync(workerData.file);
for (const pragma of [
  ...['journal_mode = wal', 'synchronous = full', 'cache_size = -16384', 'foreign_keys = on'],
  ...['temp_store = memory', 'mmap_size = 0'],
]) {
  database.exec(`pragma ${pragma}`);
}
database.exec(`
  create table if not exists agents (
    id text not null primary key, workspace_id text not null, name text not null, description text not null,
    system_prompt text not null, model text not null, temperature text not null, status text not null,
    version integer not null, created_at integer not null, updated_at integer not null, name_folded text not null,
    description_folded text not null
  );
  create index if not exists agents_by_creation on agents (workspace_id, created_at, id);
  create index if not exists agents_by_update on agents (workspace_id, updated_at, id);
  create index if not exists agents_by_name on agents (workspace_id, name_folded, id);`);

const insert = database.prepare(`insert into agents values (${Array(13).fill('?').join(', ')})`);
const update = database.prepare(`
  update agents set name = ?, name_folded = ?, temperature = ?, updated_at = ?, version = version + 1
  where id = ? and workspace_id = ? returning *`);
const remove = database.prepare('delete from agents where id = ? and workspace_id = ?');
const begin = database.prepare('begin immediate');
const commit = database.prepare('commit');

/** @type {Readonly<Record<string, (values: any[]) => unknown>>} */
const operations = {
  insert: (values) => insert.run(...values).changes,
  update: (values) => update.get(...values),
  delete: (values) => remove.run(...values).changes,
};

parentPort?.on('message', (batch) => {
  begin.run();
  const outcomes = batch.map(([operation, ...values]) => operations[operation]?.(values));
  commit.run();
  parentPort?.postMessage(outcomes);
});
parentPort?.postMessage('ready');
// Keeps a reference to the connection: the driver closes one that is garbage-collected.
process.on('exit', () => database.close());
