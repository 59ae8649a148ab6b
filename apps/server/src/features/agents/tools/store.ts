import { invalid } from '../../../errors.ts';
import type { Database } from '../../../storage/database.ts';
import { one, type Statement } from '../../../storage/unit.ts';
import type { AgentDraft } from '../schema.ts';
import type { AgentTools } from './schema.ts';

/** The tools of a draft or of changes, with their defaults. */
export const toolsOf = (tools: NonNullable<AgentDraft['tools']>): AgentTools =>
  tools.map(({ id, requiresApproval = false }) => ({ id, requiresApproval }));

/** The tools of an agent as they are stored. A condition of the deletion of a tool reads `"id":"…"` in it. */
export const toolsText = (tools: AgentTools): string => JSON.stringify(tools);

/** The tools of a stored agent; rows from before there were tools have null. */
export const toolsFrom = (text: string | null): AgentTools => (text === null ? [] : (JSON.parse(text) as AgentTools));

/** Throws `validation_failed` for a tool that is named twice. */
export function checkTools(tools: AgentDraft['tools'] = []): void {
  const details = tools.flatMap(({ id }, index) => {
    const first = tools.findIndex((other) => other.id === id);
    return first === index ? [] : [{ path: `tools.${index}.id`, message: `is the same tool as tools.${first}` }];
  });
  if (details.length > 0) throw invalid(details);
}

/** The error of a tool that the workspace doesn't have. */
export const toolMissing = (index: number) =>
  invalid([{ path: `tools.${index}.id`, message: 'is not a tool of this workspace' }]);

/**
 * Demands that a workspace has the tools that an agent gets; throws `missing` for the first that it doesn't. The lock
 * lets a deletion of the tool wait for this unit, or this unit for the deletion. Tools own the table.
 */
export const demandTools = (
  db: Database,
  workspace: string,
  tools: AgentTools,
  missing: (index: number) => Error,
): Statement[] =>
  tools.map(({ id }, index) => {
    const found = db.query.selectFrom('tools').select('id').where('id', '=', id).where('workspace_id', '=', workspace);
    return one(db.engine === 'sqlite' ? found : found.forKeyShare(), () => missing(index));
  });
