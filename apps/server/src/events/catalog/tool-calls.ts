import { Type } from 'typebox';
import { exampleIds } from '../../schemas/examples.ts';
import { about, happened } from './event-kind.ts';

const { agent, conversation, message } = about;
const call = {
  toolCall: Type.String({ description: 'Identifier of the call.', examples: [exampleIds.toolCall] }),
  tool: Type.String({ description: 'Identifier of the tool.', examples: [exampleIds.tool] }),
  ...{ conversation, message, agent },
};

/** Events of the calls of tools. */
export const toolCallEvents = {
  'tool_call.waiting': happened('A tool call waits for the approval of a person, or for your code to answer it.', {
    ...call,
    waitsFor: Type.String({ description: '`approval` or `result`.', examples: ['approval'] }),
  }),
  'tool_call.approved': happened('A person approved a tool call.', call),
  'tool_call.denied': happened('A person denied a tool call.', call),
  'tool_call.ended': happened('A tool call ran and has a result, was not decided in time, or has an unknown outcome.', {
    ...call,
    status: Type.String({
      description: '`completed`, `failed`, `expired` or `unknown`.',
      examples: ['completed'],
    }),
  }),
} as const;
