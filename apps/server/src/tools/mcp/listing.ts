import { canonical } from '../schemas/canonical.ts';
import type { McpDefinition } from './pins.ts';

/** Limits of a listing: characters of names and descriptions, of schemas as JSON, and levels of schemas. */
const most = { name: 128, description: 8_000, schema: 64_000, depth: 32 };

/** Max tools of a listing. */
export const maxTools = 200;

/** The tools that a server lists. */
export interface McpListing {
  readonly tools: readonly McpDefinition[];
  /** Tools that can't be used, and why. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  /** True if the server has more tools than are listed. */
  readonly isTruncated: boolean;
}

/** Returns the tools of a listing that keep the limits, without what the model doesn't see of them. */
export function boundedTools(listed: readonly unknown[], hasMore: boolean): McpListing {
  const all = listed.slice(0, maxTools).map(readTool);
  const count = new Map<string, number>();
  for (const { name } of all) count.set(name, (count.get(name) ?? 0) + 1);
  const judged = all.map((tool) => ({
    tool,
    reason: count.get(tool.name) === 1 ? problemOf(tool) : 'Several tools have this name.',
  }));
  return {
    tools: judged.flatMap(({ tool, reason }) => (reason === undefined ? [tool] : [])),
    skipped: judged.flatMap(({ tool, reason }) =>
      reason === undefined ? [] : [{ name: tool.name.slice(0, most.name), reason }],
    ),
    isTruncated: hasMore || listed.length > maxTools,
  };
}

/** Reads a tool that the package has validated. */
function readTool(tool: unknown): McpDefinition {
  const { name, description = '', inputSchema } = tool as McpDefinition & { readonly description?: string };
  return { name, description, inputSchema };
}

function problemOf({ name, description, inputSchema }: McpDefinition): string | undefined {
  if (name === '' || name.length > most.name) return `The name must have 1 to ${most.name} characters.`;
  if (description.length > most.description) return `The description has more than ${most.description} characters.`;
  if (isDeeper(inputSchema, most.depth)) return `The input schema has more than ${most.depth} levels.`;
  if (canonical(inputSchema).length > most.schema) return `The input schema has more than ${most.schema} characters.`;
  return undefined;
}

/** True if a JSON value has more levels of arrays and objects. */
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));
