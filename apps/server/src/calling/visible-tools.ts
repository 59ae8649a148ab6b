import type { MessagePart } from '../schemas/message-parts.ts';
import type { OfferedTool, ToolOutput } from './aids.ts';

/** Max definitions in a prompt: with many more, models choose the wrong one. */
const maxVisible = 20;

/** Max tools that one search finds. */
const maxFound = 8;

/** The tool that finds others, if an agent has more than go into a prompt. */
const finder: OfferedTool = {
  name: 'find_tools',
  description:
    'Finds tools that you can call, by what they do. You have more tools than are listed: search before you say that ' +
    'you can’t do something. The tools found can be called from your next step on.',
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string', description: 'The task of the tool, in a few words.' } },
    required: ['query'],
    additionalProperties: false,
  },
};

export type VisibleTools = ReturnType<typeof createVisibleTools>;

/**
 * The tools that a model is shown: all of up to 20, or else `find_tools` and those that it has found or called. `parts`
 * are those of the reply so far.
 */
export function createVisibleTools(given: readonly OfferedTool[], parts: readonly MessagePart[]) {
  const tools = withRemoved(given, parts);
  const isWhole = tools.length <= maxVisible;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  /** The newest last. */
  const shown = new Set<string>(parts.flatMap((part) => (part.type === 'tool-call' ? [part.name] : [])));

  const show = (name: string) => {
    shown.delete(name);
    shown.add(name);
    const [oldest] = shown;
    if (shown.size >= maxVisible && oldest !== undefined) shown.delete(oldest);
  };

  return {
    /** The definitions for the next step. */
    now: (): readonly OfferedTool[] =>
      isWhole ? tools : [finder, ...[...shown].flatMap((name) => byName.get(name) ?? []).slice(1 - maxVisible)],
    /** Finds a tool of the agent, shown or not. */
    find: (name: string): OfferedTool | undefined => byName.get(name) ?? (isWhole ? undefined : finderNamed(name)),
    /** Runs `find_tools`; undefined if another tool is meant. */
    search: (name: string, { query }: Readonly<Record<string, unknown>>): ToolOutput | undefined => {
      if (isWhole || byName.has(name) || name !== finder.name) return undefined;
      const found = best(tools, typeof query === 'string' ? query : '');
      for (const tool of found) show(tool.name);
      if (found.length === 0) return { content: 'No tool was found. Try other words.' };
      return { content: found.map(({ name, description }) => `${name}: ${description.slice(0, 300)}`).join('\n') };
    },
  };
}

/** Adds a definition for each tool that was called and is gone: providers refuse a prompt with calls of others. */
function withRemoved(tools: readonly OfferedTool[], parts: readonly MessagePart[]): readonly OfferedTool[] {
  const known = new Set([finder.name, ...tools.map(({ name }) => name)]);
  const gone = new Set(
    parts.flatMap((part) => (part.type === 'tool-call' && !known.has(part.name) ? [part.name] : [])),
  );
  if (gone.size === 0) return tools;
  const removed = [...gone].map((name) => ({
    name,
    description: 'This tool was removed.',
    inputSchema: { type: 'object' },
    problemOf: () => `The tool ${name} was removed.`,
  }));
  return [...tools, ...removed];
}

const finderNamed = (name: string) => (name === finder.name ? finder : undefined);

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);

/** The tools whose names and descriptions have most words of a query; a word of the name counts three times. */
function best(tools: readonly OfferedTool[], query: string): readonly OfferedTool[] {
  const wanted = [...wordsOf(query)];
  const has = (words: ReadonlySet<string>) =>
    wanted.filter((word) => [...words].some((other) => other.startsWith(word) || word.startsWith(other))).length;
  return tools
    .map((tool) => {
      const name = wordsOf(tool.name.replaceAll(/[_-]|(?<=[a-z])(?=[A-Z])/g, ' '));
      return { tool, score: 3 * has(name) + has(wordsOf(tool.description)) };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, maxFound)
    .map(({ tool }) => tool);
}
