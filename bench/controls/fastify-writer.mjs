/** The writer thread of the control `fastify.mjs`: each batch is one durable transaction. */
import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';

const database = new DatabaseSync(workerData.file);
for (const pragma of [
  ...['journal_mode = wal', 'synchronous = full', 'cache_size = -65536', 'wal_autocheckpoint = 4000'],
]) {
  database.exec(`pragma ${pragma}`);
}
database.exec(`
  create table if not exists agents (
    id text primary key, createdAt text not null, workspace text not null, doc text not null
  );
  create index if not exists by_created on agents (createdAt, id);`);

const statements = {
  insert: database.prepare('insert into agents values (?, ?, ?, ?)'),
  update: database.prepare('update agents set doc = ? where id = ?'),
  delete: database.prepare('delete from agents where id = ?'),
};
const begin = database.prepare('begin immediate');
const commit = database.prepare('commit');

parentPort?.on('message', (/** @type {[keyof typeof statements, ...string[]][]} */ batch) => {
  begin.run();
  const changes = batch.map(([operation, ...values]) => statements[operation].run(...values).changes);
  commit.run();
  parentPort?.postMessage(changes);
});
parentPort?.postMessage('ready');
// Keeps a reference to the connection: the driver closes one that is garbage-collected.
process.on('exit', () => database.close());
