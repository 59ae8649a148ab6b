import type { ToolCallRow } from '../../../storage/tables.ts';

/** The objects that an event about a call names. */
export const aboutCall = ({
  id: toolCall,
  tool_id: tool,
  conversation_id: conversation,
  message_id: message,
  agent_id: agent,
}: Pick<ToolCallRow, 'id' | 'tool_id' | 'conversation_id' | 'message_id' | 'agent_id'>) => ({
  ...{ toolCall, tool, conversation, message, agent },
});
