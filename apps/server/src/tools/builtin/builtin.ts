import { Type } from 'typebox';
import type { ModelTool } from '../../models/model.ts';
import type { KindTool, ToolKind, Values } from '../kind.ts';
import { tellTime } from './current-time.ts';
import { type FunctionName, functionNames, functions } from './functions.ts';

const settings = Type.Object(
  {
    function: Type.Unsafe<FunctionName>(
      Type.String({ enum: [...functionNames], title: 'Function', description: 'The function that the tool runs.' }),
    ),
  },
  { additionalProperties: false },
);

const nameOf = (given: Values) => given['function'] as FunctionName;

/** The function of a valid tool of this kind. */
export const functionOf = ({ settings: given }: Pick<KindTool, 'settings'>): FunctionName => nameOf(given);

/** The definition of a function: its own description, and what the caller says of it. */
function definitionOf({ name, description, settings: given }: KindTool): ModelTool {
  const { properties, required = [], ...own } = functions[nameOf(given)];
  return {
    name,
    description: `${own.description} ${description}`,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
  };
}

/** A function of the service itself. Only the time is run here; the turn runs the others. */
export const builtinTool: ToolKind = {
  title: 'Function of the service',
  description: 'Tells the time, searches knowledge, ends the conversation, or hands it over.',
  settings,
  takesSchema: false,
  secretsGoTo: () => null,
  definitions: (tool) => [definitionOf(tool)],
  run: async ({ now }, { tool, arguments: given }) => {
    if (functionOf(tool) !== 'current_time') throw new Error(`a call of ${functionOf(tool)} is run by its turn`);
    return tellTime(now(), (given['timeZone'] as string | undefined) ?? 'UTC');
  },
};
