import { alternateRoles } from '../alternate-roles.ts';
import type { ModelRequest, PromptMessage } from '../model.ts';
import { isObject, type Json, parseJson } from './json.ts';

/** Fields that a request does without if a server refuses them, and the words by which servers name each. */
const optional = {
  stream_options: /stream_options|include_usage/,
  temperature: /temperature/,
  response_format: /response_format|json_schema|json mode|structured output/i,
} as const;
type OptionalField = keyof typeof optional;

/**
 * A change of requests that a server has asked for by a refusal: a field less, or thoughts in all messages that call
 * tools, empty ones in those of earlier replies.
 */
export type RequestChange = OptionalField | 'reasoning_content' | 'empty thoughts';

/** The state of a server that a request depends on. */
export interface BodyOptions {
  readonly changes: ReadonlySet<RequestChange>;
  /** Thoughts of the steps of this reply that called tools, in order. */
  readonly thoughts: readonly string[];
}

/** The body of a request for a streamed chat completion. */
export function requestBody(request: ModelRequest, { changes, thoughts }: BodyOptions): Json {
  const { model, system, messages, tools = [], wordsOnly = false, temperature, responseSchema: schema } = request;
  const prompt = withThoughts(alternateRoles(messages).flatMap(toMessages), { changes, thoughts });
  return {
    model,
    messages: system.trim() === '' ? prompt : [{ role: 'system', content: system }, ...prompt],
    stream: true,
    ...(!changes.has('stream_options') && { stream_options: { include_usage: true } }),
    ...(!changes.has('temperature') && { temperature }),
    ...(schema !== undefined &&
      !changes.has('response_format') && {
        response_format: { type: 'json_schema', json_schema: { name: 'response', schema } },
      }),
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

/** Adds thoughts to the messages that call tools: the last ones are the steps of this reply. */
function withThoughts(prompt: readonly Json[], { changes, thoughts }: BodyOptions): readonly Json[] {
  const isEmptied = changes.has('empty thoughts');
  if (changes.has('reasoning_content') || (thoughts.length === 0 && !isEmptied)) return prompt;
  const called = prompt.filter(hasCalls);
  const own = new Map(called.map((message, step) => [message, thoughts.at(step - called.length)]));
  return prompt.map((message) => {
    const thought = own.get(message) ?? (isEmptied && hasCalls(message) ? '' : undefined);
    return thought === undefined ? message : { ...message, reasoning_content: thought };
  });
}

const hasCalls = (message: unknown): message is Json => isObject(message) && 'tool_calls' in message;

/**
 * Returns the change that the text of a refusal asks for; undefined if it asks for none. One that names
 * `reasoning_content` misses it in messages with calls, or else doesn't take it.
 */
export function changeFor(text: string, body: Json, changes: ReadonlySet<RequestChange>): RequestChange | undefined {
  const field = refusedField(text, body);
  if (field !== undefined || !/reasoning_content/.test(text) || changes.has('reasoning_content')) return field;
  const called = (body['messages'] as readonly unknown[]).filter(hasCalls);
  if (called.some((message) => !('reasoning_content' in message))) return 'empty thoughts';
  return called.length > 0 ? 'reasoning_content' : undefined;
}

/**
 * Returns the optional field of a body that the text of a refusal names: as `error.param`, or anywhere if that isn't
 * set. Undefined if it names none.
 */
function refusedField(text: string, body: Json): OptionalField | undefined {
  const said = parseJson(text);
  const error = isObject(said) && isObject(said['error']) ? said['error'] : said;
  const param = isObject(error) ? error['param'] : undefined;
  const named = typeof param === 'string' && param !== '' ? param : text;
  return (Object.keys(optional) as OptionalField[]).find((field) => field in body && optional[field].test(named));
}
