import type { Happening } from '../../../events/happening.ts';
import { textMark } from '../../../events/text-mark.ts';
import type { ExportQuery } from './export-schema.ts';

/** The filters whose values are personal. */
const personal: ReadonlySet<string> = new Set(['q', 'userId'] satisfies (keyof ExportQuery)[]);

/** The events of an export, one for each workspace whose conversations it reads. */
export function exportEvents(workspaces: readonly string[], { format, ...given }: ExportQuery): Happening[] {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  const filters = Object.fromEntries(
    set.map(([name, value]) => [name, personal.has(name) ? textMark(String(value)) : value]),
  );
  const { agentId: agent } = given;
  // Any other text is only a filter: a later caller may ask for the events about it.
  const isAgent = agent?.startsWith('agent_') === true;
  const data = { ...(isAgent && { agent }), kind: 'conversations', format, filters };
  return workspaces.map((workspace) => ({ type: 'export.created', workspace, data }));
}
