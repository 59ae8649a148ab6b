import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { eventId, positionAt } from '../apps/server/src/events/event-id.ts';
import { dataFolder } from '../apps/server/src/storage/opening/data-folder.ts';
import { fill, pick } from './agents/agents-data.ts';
import { type Installed, install, startParley } from './shared/installation.ts';
import { load, type Measurement, median, wire } from './shared/load.ts';
import type { BenchOptions } from './shared/options.ts';
import { fine, table, targetTable, whole } from './shared/report.ts';

/** Events in the log. */
const events = 1_000_000;

/** Events that one statement inserts. */
const portion = 1_000;

/** One event in this many is of the rare type. A page of 20 of them is looked for. */
const rarity = 100;

const connectionCounts = [1, 32];

/** `npm run bench -- events`: pages of a log of a million events beside pages of agents, on the embedded database. */
export async function benchEvents({ folder: parent, rounds, duration }: BenchOptions): Promise<string> {
  const folder = mkdtempSync(join(parent, 'parley-bench-'));
  const installed = install(join(folder, 'data'), 'agents:read,agents:write,workspace:admin');
  let server = await startParley(installed.dataDir);
  try {
    await fill(server, installed, 1_000);
    await server.stop();
    const places = fillLog(installed);
    server = await startParley(installed.dataDir);
    const { key } = installed;
    const from = () => `cursor=${pick(places)}`;
    const requests = {
      'list of 20 agents': () => wire('GET', '/api/agents?limit=20', { key }),
      'page of 20 events': () => wire('GET', `/api/events?limit=20&${from()}`, { key }),
      'newest 20 events': () => wire('GET', '/api/events?limit=20&sort=-createdAt', { key }),
      '20 events of a rare type': () => wire('GET', `/api/events?limit=20&types=agent.deleted&${from()}`, { key }),
    };
    const measured = new Map<string, Measurement[]>();
    for (let round = 0; round < rounds; round += 1) {
      for (const connections of connectionCounts) {
        for (const [name, next] of Object.entries(requests)) {
          const one = await load({ port: server.port, connections, duration, next });
          if (one.failures > 0) throw new Error(`${name}: ${one.failures} requests failed.`);
          const row = `${name} @${connections}`;
          measured.set(row, [...(measured.get(row) ?? []), one]);
        }
      }
    }
    return report(measured, { rounds, duration });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Fills the log of the installation's account; returns some IDs of events in it. */
function fillLog({ dataDir, workspace }: Installed): string[] {
  const db = new DatabaseSync(dataFolder(dataDir).database);
  const account = String(db.prepare('select account_id from workspaces where id = ?').get(workspace)?.['account_id']);
  const start = positionAt(Date.now() - 30 * 24 * 60 * 60 * 1000);
  const insert = db.prepare(
    `insert into event_log (account_id, position, workspace_id, type, actor, data, changes, request_id, address, client,
      created_at) values (?, ?, ?, ?, '{"user":"user_1","key":"key_1"}', ?, '[]', 'req_1', '127.0.0.1', 'bench', ?)`,
  );
  const places: string[] = [];
  for (let from = 0; from < events; from += portion) {
    db.exec('begin');
    for (let index = from; index < from + portion; index += 1) {
      const position = start + index * 1_000;
      const type = index % rarity === 0 ? 'agent.deleted' : 'agent.updated';
      const data = `{"agent":"agent_${index}","fields":["name","temperature"]}`;
      insert.run(account, position, workspace, type, data, Math.floor(position / 1_000));
    }
    db.exec('commit');
    places.push(eventId(account, start + from * 1_000));
  }
  db.close();
  // Of the last ones a page isn't full.
  return places.slice(0, -10);
}

function report(
  measured: ReadonlyMap<string, readonly Measurement[]>,
  { rounds, duration }: Pick<BenchOptions, 'rounds' | 'duration'>,
): string {
  const middle = (name: string, of: (each: Measurement) => number) => median((measured.get(name) ?? []).map(of));
  const agentsAt = (row: string) => `list of 20 agents @${row.split('@')[1]}`;
  const ratio = (row: string) => middle(row, ({ p50 }) => p50) / middle(agentsAt(row), ({ p50 }) => p50);
  const rows = [...measured.keys()].map((row) => [
    ...[row, whole(middle(row, ({ perSecond }) => perSecond)), fine(middle(row, ({ p50 }) => p50))],
    ...[fine(middle(row, ({ p99 }) => p99)), fine(ratio(row))],
  ]);
  const pages = [...measured.keys()].filter((row) => row.startsWith('page of 20 events'));
  return [
    `${whole(events)} events; medians of ${rounds} rounds of ${duration} ms.`,
    table(['request @connections', 'per second', 'p50 ms', 'p99 ms', 'p50 x agents'], rows),
    targetTable(pages.map((row) => ({ what: `${row} beside agents`, value: ratio(row), kind: 'most', bound: 2 }))),
  ].join('\n\n');
}
