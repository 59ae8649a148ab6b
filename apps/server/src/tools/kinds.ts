import type { ModelTool } from '../models/model.ts';
import { builtinTool } from './builtin/builtin.ts';
import { clientTool } from './client/client.ts';
import { httpTool } from './http/http-tool.ts';
import type { KindTool, ToolKind } from './kind.ts';
import { mcpTool } from './mcp/mcp.ts';

/** The kinds of tools by their names. */
const kinds = {
  http: httpTool,
  mcp: mcpTool,
  client: clientTool,
  builtin: builtinTool,
} as const satisfies Readonly<Record<string, ToolKind>>;

/** The name of a kind: the `type` of its tools. */
export type ToolType = keyof typeof kinds;

/** All names of kinds, in the order of the documentation. */
export const toolTypes = Object.keys(kinds) as readonly ToolType[];

/** Gets a kind by its name. */
export const kindOf = (type: ToolType): ToolKind => kinds[type];

/** The arguments of a tool without a schema: none. */
const noArguments = { type: 'object', properties: {}, additionalProperties: false } as const;

/** The functions of a tool that a model may call. */
export const definitionsOf = (type: ToolType, tool: KindTool): readonly ModelTool[] =>
  kindOf(type).definitions?.(tool) ?? [
    { name: tool.name, description: tool.description, inputSchema: tool.inputSchema ?? noArguments },
  ];
