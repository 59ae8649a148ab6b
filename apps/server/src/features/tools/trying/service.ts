import type { Actor } from '../../../access/actor.ts';
import { invalid } from '../../../errors.ts';
import type { ModelTool } from '../../../models/model.ts';
import { functionOf } from '../../../tools/builtin/builtin.ts';
import type { KindTool, Values } from '../../../tools/kind.ts';
import { definitionsOf, kindOf } from '../../../tools/kinds.ts';
import { validate } from '../../../tools/schemas/validate.ts';
import { getTool } from '../access.ts';
import type { ToolNeeds } from '../needs.ts';
import type { Accounts } from '../running/accounts.ts';
import { createRunner } from '../running/runner.ts';
import type { Tool } from '../schema.ts';
import { openSecrets } from '../secrets.ts';
import type { ToolTrial, TriedTool } from './schema.ts';
import { shown } from './shown.ts';

type Needs = Pick<ToolNeeds, 'db' | 'now' | 'outbound' | 'secrets' | 'record'> & {
  readonly accounts: Accounts;
  /** A random part of the key by which a server knows that attempts are the same call. */
  newKey(): string;
};

/** Creates the function that calls a tool as a model would, and returns what was sent and what came back. */
export const createTrial = ({ db, now, secrets: sealing, record, newKey, ...needs }: Needs) => {
  const run = createRunner({ ...needs, now });

  return async (actor: Actor, id: string, { arguments: given = {}, name }: ToolTrial): Promise<TriedTool> => {
    const { json, workspace, secrets: sealed } = await getTool(db, actor, { id, permission: 'agents:write' });
    const stored = JSON.parse(json) as Tool;
    demandRunnable(stored);
    const tool: KindTool = { ...stored, id };
    const called = name && (kindOf(stored.type).modelName?.(tool, name) ?? name);
    const definition = definitionOf(definitionsOf(stored.type, tool), called);
    demandValid(definition, given);
    const secrets = openSecrets(sealing, id, sealed);
    // Before the call, so that none is without its event.
    await db.write({ event: record(actor, { type: 'tool.tried', workspace, data: { tool: id } }) });
    const from = now();
    const call = { tool, name: definition.name, arguments: given, secrets, idempotencyKey: newKey() };
    const output = await run({ type: stored.type, auth: stored.auth, call });
    return { ...shown(output, output.secrets), latencyMs: Math.max(0, now() - from) };
  };
};

/** Throws `validation_failed` for a tool that isn't run here. */
function demandRunnable({ type, settings }: Tool): void {
  if (type === 'client') throw invalid([{ path: 'id', message: 'is a tool that your own program runs' }]);
  if (type === 'builtin' && functionOf({ settings }) !== 'current_time')
    throw invalid([{ path: 'id', message: 'is a function that runs only in a conversation' }]);
}

/** Finds the definition to call. */
function definitionOf(definitions: readonly ModelTool[], name: string | undefined): ModelTool {
  const names = definitions.map((definition) => definition.name).join(', ');
  if (name === undefined && definitions.length > 1)
    throw invalid([{ path: 'name', message: `is required: the tool has ${names}` }]);
  const found = name === undefined ? definitions[0] : definitions.find((definition) => definition.name === name);
  if (found === undefined) throw invalid([{ path: 'name', message: `is no definition of the tool: it has ${names}` }]);
  return found;
}

/** Throws `validation_failed` for arguments that the schema refuses. */
function demandValid({ inputSchema }: ModelTool, given: Values): void {
  const problems = validate(inputSchema, given);
  if (problems.length === 0) return;
  throw invalid(
    problems.map(({ path, message }) => ({ path: path === '' ? 'arguments' : `arguments.${path}`, message })),
  );
}
