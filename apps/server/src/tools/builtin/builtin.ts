import { Type } from 'typebox';
import type { ErrorDetail } from '../../errors.ts';
import type { ModelTool } from '../../models/model.ts';
import { maxCharacters } from '../../schemas/limits.ts';
import type { KindTool, ToolKind, Values } from '../kind.ts';
import { tellTime } from './current-time.ts';
import { type FunctionName, functionNames, functions } from './functions.ts';

/** Max agents to which a tool can hand over. */
const maxAgents = 20;

const settings = Type.Object(
  {
    function: Type.Unsafe<FunctionName>(
      Type.String({ enum: [...functionNames], title: 'Function', description: 'What the tool does.' }),
    ),
    agents: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: maxCharacters.id }), {
        ...{ minItems: 1, maxItems: maxAgents, uniqueItems: true, title: 'Agents' },
        description: `Identifiers of the agents of the workspace to which it can hand over: 1 to ${maxAgents}. Of \`hand_over_to_agent\` only.`,
      }),
    ),
  },
  { additionalProperties: false },
);

const nameOf = (given: Values) => given['function'] as FunctionName;

/** The function of a valid tool of this kind. */
export const functionOf = ({ settings: given }: Pick<KindTool, 'settings'>): FunctionName => nameOf(given);

/** The agents that the settings of a tool of this kind name. */
export const agentsIn = (given: Values): readonly string[] => (given['agents'] as readonly string[] | undefined) ?? [];

function problems({ settings: given }: Pick<KindTool, 'settings'>): readonly ErrorDetail[] {
  const handsOver = nameOf(given) === 'hand_over_to_agent';
  if (handsOver && agentsIn(given).length === 0) {
    return [{ path: 'settings.agents', message: 'must name the agents to which hand_over_to_agent can hand over' }];
  }
  if (!handsOver && given['agents'] !== undefined) {
    return [{ path: 'settings.agents', message: 'is accepted only for hand_over_to_agent' }];
  }
  return [];
}

/** The definition of a function: its own description, and what the caller says of it. */
function definitionOf({ name, description, settings: given }: KindTool): ModelTool {
  const { properties, required = [], ...own } = functions[nameOf(given)];
  return {
    name,
    description: `${own.description} ${description}`,
    inputSchema: { type: 'object', properties: properties(given), required, additionalProperties: false },
  };
}

/** A function of the service itself. Only the time is run here; the turn runs the others. */
export const builtinTool: ToolKind = {
  title: 'Function of the service',
  description: 'Tells the time, searches knowledge, ends the conversation, or hands it over.',
  settings,
  takesSchema: false,
  problems,
  secretsGoTo: () => null,
  definitions: (tool) => [definitionOf(tool)],
  run: async ({ now }, { tool, arguments: given }) => {
    if (functionOf(tool) !== 'current_time') throw new Error(`a call of ${functionOf(tool)} is run by its turn`);
    return tellTime(now(), (given['timeZone'] as string | undefined) ?? 'UTC');
  },
};
