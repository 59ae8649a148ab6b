import type { NamesOf } from '../access/workspace-for.ts';
import { toolsFeature } from '../features/tools/feature.ts';
import type { Base } from './base.ts';

/** Dependencies of tools on the other groups. */
interface ToolGroupNeeds {
  /** The names of workspaces, by their IDs. */
  readonly namesOf: NamesOf;
}

/** Composes the tools of workspaces. */
export function composeTools({ common, secrets, outbound }: Base, { namesOf }: ToolGroupNeeds) {
  const tools = toolsFeature({ ...common, secrets, outbound, namesOf });
  return { tools, features: [tools] };
}
