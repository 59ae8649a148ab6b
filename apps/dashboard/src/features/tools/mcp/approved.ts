import type { Tool } from '@parley/sdk';

/** An approved tool of an MCP server. */
export interface ApprovedTool {
  /** Its name at the server. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** The approved tools of an MCP server, as they are stored. */
export const approvedOf = ({ settings }: Pick<Tool, 'settings'>): readonly ApprovedTool[] =>
  ((settings['tools'] ?? []) as readonly (ApprovedTool & { approved: boolean })[]).filter(({ approved }) => approved);

/** Max length of the name by which a model calls a tool. */
const maxName = 64;

/**
 * The name by which models call a tool of a server, and by which it is tried. Undefined if its own name doesn't fit: then
 * the service alters it by a hash.
 */
export function calledName(server: string, name: string): string | undefined {
  const called = `${server}_${name}`;
  return /^[\w-]+$/.test(called) && called.length <= maxName ? called : undefined;
}
