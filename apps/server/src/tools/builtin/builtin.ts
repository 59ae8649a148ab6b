import { Type } from 'typebox';
import type { ErrorDetail } from '../../errors.ts';
import type { ModelTool } from '../../models/model.ts';
import type { KindTool, ToolKind, Values } from '../kind.ts';
import { tellTime } from './current-time.ts';
import { type FunctionName, functionNames, functions } from './functions.ts';

/** Max agents to which a tool may hand over. */
const maxAgents = 20;

const settings = Type.Object(
  {
    function: Type.Unsafe<FunctionName>(
      Type.String({ enum: [...functionNames], title: 'Function', description: 'The function that the tool runs.' }),
    ),
    agents: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Type.String({ minLength: 1, maxLength: 100, title: 'Agent', description: 'Identifier of the agent.' }),
            when: Type.String({
              ...{ minLength: 1, maxLength: 500, title: 'When' },
              description: 'When to hand over to it, for the model.',
            }),
          },
          { additionalProperties: false },
        ),
        {
          ...{ minItems: 1, maxItems: maxAgents, title: 'Agents' },
          description: 'Agents of the workspace to which `hand_over_to_agent` may hand over: 1 to 20.',
        },
      ),
    ),
  },
  { additionalProperties: false },
);

/** An agent to which a tool may hand over. */
interface HandoverTarget {
  readonly id: string;
  readonly when: string;
}

/** The agents to which a tool may hand over. */
export const targetsOf = (given: Values): readonly HandoverTarget[] =>
  (given['agents'] as readonly HandoverTarget[] | undefined) ?? [];

const nameOf = (given: Values) => given['function'] as FunctionName;

/** The function of a valid tool of this kind. */
export const functionOf = ({ settings: given }: Pick<KindTool, 'settings'>): FunctionName => nameOf(given);

/** The definition of a function: its own description, and what the caller says of it. */
function definitionOf({ name, description, settings: given }: KindTool): ModelTool {
  const { required = [], ...own } = functions[nameOf(given)];
  const properties = { ...agentOf(given), ...own.properties };
  return {
    name,
    description: `${own.description} ${description}`,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
  };
}

/** The argument that chooses an agent; none if there are no agents to choose from. */
function agentOf(given: Values): Readonly<Record<string, Values>> {
  const targets = targetsOf(given);
  if (targets.length === 0) return {};
  const description = targets.map(({ id, when }) => `${id}: ${when}`).join('\n');
  return { agent: { type: 'string', enum: targets.map(({ id }) => id), description } };
}

/** Agents belong to the function that hands over to them. */
function problemsOf(given: Values): readonly ErrorDetail[] {
  const targets = targetsOf(given);
  const hasAgents = nameOf(given) === 'hand_over_to_agent';
  if (hasAgents && targets.length === 0)
    return [{ path: 'settings.agents', message: 'must name the agents to which it may hand over' }];
  if (!hasAgents && given['agents'] !== undefined)
    return [{ path: 'settings.agents', message: 'is only for hand_over_to_agent' }];
  return targets.flatMap(({ id }, index) => {
    const first = targets.findIndex((other) => other.id === id);
    return first === index
      ? []
      : [{ path: `settings.agents.${index}.id`, message: `is the same agent as settings.agents.${first}` }];
  });
}

/** A function of the service itself. Only the time is run here; the turn runs the others. */
export const builtinTool: ToolKind = {
  title: 'Function of the service',
  description: 'Tells the time, searches knowledge, ends the conversation, or hands it over.',
  settings,
  takesSchema: false,
  problems: ({ settings: given }) => problemsOf(given),
  secretsGoTo: () => null,
  definitions: (tool) => [definitionOf(tool)],
  run: async ({ now }, { tool, arguments: given }) => {
    if (functionOf(tool) !== 'current_time') throw new Error(`a call of ${functionOf(tool)} is run by its turn`);
    return tellTime(now(), (given['timeZone'] as string | undefined) ?? 'UTC');
  },
};
