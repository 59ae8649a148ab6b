import type { FoundAgent } from './history.ts';

/** Queries the data after a crash. */
export type Ask = (sql: string) => Promise<readonly Record<string, unknown>[]> | readonly Record<string, unknown>[];

/** The stored agents. */
export async function agentsIn(ask: Ask): Promise<FoundAgent[]> {
  const rows = await ask('select id, name, description, system_prompt from agents');
  return rows.map((row) => ({
    id: String(row['id']),
    name: String(row['name']),
    description: String(row['description']),
    systemPrompt: String(row['system_prompt']),
  }));
}

/**
 * Checks that each unit of work is complete; returns one sentence per problem. An agent's version counts its changes,
 * each change wrote an event, and each creation stored its answer.
 */
export async function brokenUnits(ask: Ask): Promise<string[]> {
  const agents = await ask('select id, version from agents');
  const versions = new Map(agents.map(({ id, version }) => [String(id), Number(version)]));
  const [kept] = await ask("select count(*) as answers from idempotency_keys where headers like '%/api/agents/%'");
  const { created, updates, deleted, twice } = readEvents(await ask(everyEvent));
  const problems = [
    ...[...twice].map((agent) => `${agent} was created or deleted by two events.`),
    ...[...versions.keys()].filter((id) => !created.has(id)).map((id) => `${id} has no event.`),
  ];
  if (Number(kept?.['answers']) !== created.size) problems.push('Creations and answers kept of them differ in number.');
  for (const agent of created) {
    const version = versions.get(agent);
    const changes = 1 + (updates.get(agent) ?? 0);
    if (deleted.has(agent) !== (version === undefined))
      problems.push(`${agent} was deleted without its event, or not.`);
    if (version !== undefined && version !== changes) problems.push(`${agent} is at ${version} by ${changes} events.`);
  }
  return problems;
}

/** Events arrive in another table, and may not have got their place in the log yet. */
const everyEvent = 'select type, data from event_log union all select type, data from events';

function readEvents(rows: readonly Record<string, unknown>[]) {
  const created = new Set<string>();
  const deleted = new Set<string>();
  const updates = new Map<string, number>();
  const twice = new Set<string>();
  for (const { type, data } of rows) {
    const { agent = '' } = JSON.parse(String(data)) as { agent?: string };
    const once = type === 'agent.created' ? created : type === 'agent.deleted' ? deleted : undefined;
    if (once?.has(agent) === true) twice.add(agent);
    once?.add(agent);
    if (type === 'agent.updated') updates.set(agent, (updates.get(agent) ?? 0) + 1);
  }
  return { created, updates, deleted, twice };
}
