import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import { median } from '../shared/load.ts';
import type { BenchOptions } from '../shared/options.ts';
import { fine, table } from '../shared/report.ts';

/** The JSON members of an agent that are plain columns. */
const members = `'_id', id, 'name', name, 'description', description, 'systemPrompt', system_prompt, 'model', model,
  'temperature', json(temperature), 'status', status, 'workspace', workspace_id`;

const times = ['created_at', 'updated_at'].map(
  (column) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`,
);

/** `npm run bench -- agent-json`: three ways to read one agent as JSON, in one process (docs/decisions/0002). */
export async function benchAgentJson({ agents, rounds }: BenchOptions): Promise<string> {
  const database = fill(agents);
  const where = 'from agents where id = ? and workspace_id in (?)';
  const columns = database.prepare(`select * ${where}`);
  const inSql = database.prepare(
    `select json_object(${members}, 'createdAt', ${times[0]}, 'updatedAt', ${times[1]}) as json ${where}`,
  );
  const document = database.prepare(`select document as json ${where}`);
  const rows = [
    ['columns and JSON.stringify', measure((id) => toJson(columns.get(id, 'ws')), agents, rounds)],
    ['json_object in SQL', measure((id) => jsonOf(inSql, id), agents, rounds)],
    ['a stored document', measure((id) => jsonOf(document, id), agents, rounds)],
  ] as const;
  database.close();
  return table(
    ['one agent of about 1.4 kB', 'µs', 'x columns'],
    rows.map(([name, micros]) => [name, fine(micros), fine(micros / rows[0][1])]),
  );
}

const jsonOf = (statement: StatementSyncInstance, id: string) =>
  `{"success":true,"data":${(statement.get(id, 'ws') as { json: string }).json}}`;

function toJson(row: Record<string, unknown>): string {
  const iso = (time: unknown) => new Date(Number(time)).toISOString();
  return JSON.stringify({
    success: true,
    data: {
      _id: row['id'],
      name: row['name'],
      description: row['description'],
      systemPrompt: row['system_prompt'],
      model: row['model'],
      temperature: Number(row['temperature']),
      status: row['status'],
      workspace: row['workspace_id'],
      createdAt: iso(row['created_at']),
      updatedAt: iso(row['updated_at']),
    },
  });
}

const idOf = (index: number) => `agent_${index.toString(36).padStart(26, '0')}`;

function fill(agents: number): DatabaseSyncInstance {
  const database = new DatabaseSync(':memory:');
  database.exec(`create table agents (id text primary key, workspace_id text, name text, description text,
    system_prompt text, model text, temperature text, status text, created_at integer, updated_at integer, document text)`);
  const insert = database.prepare('insert into agents values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null)');
  const prompt = 'You are a "careful" assistant,\nand helpful. '.repeat(28);
  database.exec('begin');
  for (let index = 0; index < agents; index += 1) {
    const time = 1_760_000_000_000 + index;
    insert.run(
      idOf(index),
      'ws',
      `Agent ${index}`,
      'd'.repeat(100),
      prompt,
      'builtin/extract',
      '0.7',
      'active',
      time,
      time,
    );
  }
  database.exec(
    `update agents set document = json_object(${members}, 'createdAt', ${times[0]}, 'updatedAt', ${times[1]})`,
  );
  database.exec('commit');
  return database;
}

/** The time of one read in microseconds, median over the rounds. The order of the IDs defeats caches. */
function measure(read: (id: string) => unknown, agents: number, rounds: number): number {
  const reads = 20_000;
  const micros: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const started = performance.now();
    for (let index = 0; index < reads; index += 1) read(idOf((index * 7919) % agents));
    // The first round warms up.
    if (round > 0) micros.push(((performance.now() - started) * 1000) / reads);
  }
  return median(micros);
}
