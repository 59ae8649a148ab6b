import { begin, ending, event, type Play, piece } from './fake-provider.ts';

/** A tool call as a test's model makes it. */
export interface FakeCall {
  readonly id?: string;
  readonly name: string;
  /** JSON text; it is streamed in two pieces. */
  readonly arguments: string;
}

/** Calls tools in OpenAI's format, after saying a text. */
export const calls =
  (made: readonly FakeCall[], text = ''): Play =>
  (response) => {
    const begun = made.flatMap(({ id, name, arguments: given }, index) => {
      const middle = Math.floor(given.length / 2);
      const start = { index, id: id ?? `call_${name}_${index}`, type: 'function', function: { name, arguments: '' } };
      const more = [given.slice(0, middle), given.slice(middle)].map((part) => ({
        index,
        function: { arguments: part },
      }));
      return [start, ...more].map((call) => event({ delta: { tool_calls: [call] }, finish_reason: null }));
    });
    begin(response).end((text === '' ? '' : piece(text)) + begun.join('') + ending('tool_calls'));
  };

const messageStart = {
  type: 'message_start',
  message: {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', content: [], stop_reason: null },
    usage: { input_tokens: 13, output_tokens: 1 },
  },
};

const asEvents = (events: readonly { readonly type: string }[]) =>
  events.map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`).join('');

/** Thinks and then says a text in Anthropic's messages format. */
export const thinksAsAnthropic =
  (thoughts: string, text: string): Play =>
  (response) => {
    const block = (index: number, start: object, ...deltas: readonly object[]) => [
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ];
    const thinking = { type: 'thinking', thinking: '', signature: '' };
    const signature = { type: 'signature_delta', signature: 'AbC=' };
    const events = [
      messageStart,
      ...block(0, thinking, { type: 'thinking_delta', thinking: thoughts }, signature),
      ...block(1, { type: 'text', text: '' }, { type: 'text_delta', text }),
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 9 } },
      { type: 'message_stop' },
    ];
    begin(response).end(asEvents(events));
  };

/** Calls tools in Anthropic's messages format, after saying a text. */
export const callsAsAnthropic =
  (made: readonly FakeCall[], text: string): Play =>
  (response) => {
    const blocks = made.flatMap(({ id, name, arguments: given }, at) => [
      {
        ...{ type: 'content_block_start', index: at + 1 },
        content_block: { type: 'tool_use', id: id ?? `toolu_${name}_${at}`, name, input: {} },
      },
      { type: 'content_block_delta', index: at + 1, delta: { type: 'input_json_delta', partial_json: given } },
      { type: 'content_block_stop', index: at + 1 },
    ]);
    const events = [
      messageStart,
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
      { type: 'content_block_stop', index: 0 },
      ...blocks,
      {
        ...{ type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null } },
        usage: { output_tokens: 9 },
      },
      { type: 'message_stop' },
    ];
    begin(response).end(asEvents(events));
  };

/** A tool that takes an object. */
export const tool = (name: string, description = `Does ${name}.`) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
});
