import type { Actor } from '../../access/actor.ts';
import type { Belongings } from '../../storage/belongings.ts';
import { holdRow } from '../../storage/sql/lock-rows.ts';
import { failures } from './access.ts';
import type { Target, ToolNeeds } from './needs.ts';
import * as store from './store.ts';

/** Max agents that an error names. */
const maxNamed = 5;

/** Max attempts of a deletion that meets changes. */
const maxAttempts = 5;

/** Gets a tool to delete. */
type GetTarget = (actor: Actor, target: Target) => Promise<{ readonly workspace: string; readonly version: number }>;

type Needs = Pick<ToolNeeds, 'db' | 'record'>;

/**
 * Creates the function that deletes a tool. Throws `tool_in_use` while an agent has it. An agent that gets it locks the
 * row, too, so either the deletion sees the agent, or the agent doesn't find the tool.
 */
export const createRemoval = ({ db, record }: Needs, getTarget: GetTarget) => {
  const once = async (actor: Actor, target: Target): Promise<void> => {
    const { id } = target;
    const { workspace, version } = await getTarget(actor, target);
    const names = await store.namesOfAgentsWith(db, workspace, { id, limit: maxNamed + 1 });
    if (names.length > 0) throw failures.inUse(names.slice(0, maxNamed), names.length > maxNamed);
    await db.write({
      held: holdRow(db, 'tools', { id, workspace_id: workspace }),
      removed: store.remove(db, workspace, { id, version }, () => new StaleTool()),
      event: record(actor, { type: 'tool.deleted', workspace, data: { tool: id } }),
    });
  };

  return async (actor: Actor, target: Target): Promise<void> => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      try {
        return await once(actor, target);
      } catch (error) {
        if (!(error instanceof StaleTool)) throw error;
      }
    }
    throw failures.conflict();
  };
};

/** The tool was changed, deleted or attached since it was read. */
class StaleTool extends Error {}

/** The tools of a workspace, for its deletion. Its agents are deleted before. */
export const belongingsOf = ({ db }: Pick<ToolNeeds, 'db'>): Belongings => ({
  next: async (workspace) => {
    const ids = await store.someOf(db, workspace);
    return ids.length === 0 ? undefined : { statements: [store.removeAll(db, workspace, ids)] };
  },
});
