import type { Tool } from '@parley/sdk';
import type { IconName } from '../../ui/page/icons.tsx';

/** The kind of a tool, as the API names it. */
export type ToolKindName = Tool['type'];

/** The kinds in words, in the order in which they are offered. */
export const kinds: Readonly<
  Record<ToolKindName, { readonly title: string; readonly about: string; readonly icon: IconName }>
> = {
  http: { title: 'HTTP request', about: 'Calls an address of your own or of another service.', icon: 'globe' },
  client: { title: 'Your program', about: 'Your own program runs the call, and sends its result.', icon: 'code' },
  mcp: {
    title: 'MCP server',
    about: 'Calls the tools of a server that speaks the Model Context Protocol.',
    icon: 'link',
  },
  builtin: {
    title: 'Function of the service',
    about: 'Tells the time, searches knowledge, ends the conversation, or hands it over.',
    icon: 'sparkle',
  },
};

/** The names of the kinds, in the same order. */
export const kindNames = Object.keys(kinds) as readonly ToolKindName[];
