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
