import { alternateRoles } from '../alternate-roles.ts';
import type { ModelRequest, PromptMessage } from '../model.ts';
import { isObject, type Json, parseJson } from './json.ts';

/** Fields that a request does without if a server refuses them, and the words by which servers name each. */
const optional = {
  stream_options: /stream_options|include_usage/,
  temperature: /temperature/,
} as const;
export type OptionalField = keyof typeof optional;

/** The body of a request for a streamed chat completion. */
export function requestBody(request: ModelRequest, without: ReadonlySet<OptionalField>): Json {
  const { model, system, messages, tools = [], wordsOnly = false, temperature } = request;
  const prompt = alternateRoles(messages).flatMap(toMessages);
  return {
    model,
    messages: system.trim() === '' ? prompt : [{ role: 'system', content: system }, ...prompt],
    stream: true,
    ...(!without.has('stream_options') && { stream_options: { include_usage: true } }),
    ...(!without.has('temperature') && { temperature }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, inputSchema }) => ({
        ...{ type: 'function', function: { name, description, parameters: inputSchema } },
      })),
      tool_choice: wordsOnly ? 'none' : 'auto',
    }),
  };
}

function toMessages(message: PromptMessage): Json[] {
  if (message.role === 'tool') {
    return message.results.map(({ callId, content }) => ({ role: 'tool', tool_call_id: callId, content }));
  }
  const { role, content, calls = [] } = message;
  if (calls.length === 0) return [{ role, content }];
  return [
    {
      role,
      // Some servers refuse an empty text beside calls.
      content: content.trim() === '' ? null : content,
      tool_calls: calls.map(({ callId, name, arguments: given }) => ({
        ...{ id: callId, type: 'function' },
        function: { name, arguments: JSON.stringify(given) },
      })),
    },
  ];
}

/**
 * Returns the optional field of a body that the text of a refusal names: as `error.param`, or anywhere if that isn't
 * set. Undefined if it names none.
 */
export function refusedField(text: string, body: Json): OptionalField | undefined {
  const said = parseJson(text);
  const error = isObject(said) && isObject(said['error']) ? said['error'] : said;
  const param = isObject(error) ? error['param'] : undefined;
  const named = typeof param === 'string' && param !== '' ? param : text;
  return (Object.keys(optional) as OptionalField[]).find((field) => field in body && optional[field].test(named));
}
