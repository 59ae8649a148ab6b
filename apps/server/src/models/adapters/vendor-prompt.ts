import type { LanguageModelV3CallOptions, LanguageModelV3Message } from '@ai-sdk/provider';
import { alternateRoles } from '../alternate-roles.ts';
import type { ModelRequest, ModelTool, PromptMessage, PromptResult } from '../model.ts';

/** Converts system prompt, messages and tools of a request to those of the vendors' packages. */
export function toPrompt({ system, messages, tools = [], wordsOnly = false }: ModelRequest) {
  const prompt: LanguageModelV3Message[] = alternateRoles(messages).map(toMessage);
  if (system.trim() !== '') prompt.unshift({ role: 'system', content: system });
  if (tools.length === 0) return { prompt };
  return { prompt, tools: tools.map(toTool), toolChoice: { type: wordsOnly ? 'none' : 'auto' } } as const;
}

const toTool = ({ name, description, inputSchema }: ModelTool) =>
  ({ type: 'function', name, description, inputSchema }) satisfies NonNullable<
    LanguageModelV3CallOptions['tools']
  >[number];

function toMessage(message: PromptMessage): LanguageModelV3Message {
  if (message.role === 'tool') return { role: 'tool', content: message.results.map(toResult) };
  const { role, content, calls = [] } = message;
  const text = { type: 'text', text: content } as const;
  if (role === 'user') return { role, content: [text] };
  const called = calls.map(
    (call) => ({ type: 'tool-call', toolCallId: call.callId, toolName: call.name, input: call.arguments }) as const,
  );
  // Anthropic refuses an empty text; a call often comes without one.
  return { role, content: called.length > 0 && content.trim() === '' ? called : [text, ...called] };
}

const toResult = ({ callId, name, content, isError }: PromptResult) =>
  ({
    type: 'tool-result',
    toolCallId: callId,
    toolName: name,
    output: { type: isError ? 'error-text' : 'text', value: content },
  }) as const;
