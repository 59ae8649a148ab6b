// @module-tag pure

import { describe, expect, test } from 'vitest';
import { hear, hearText } from '../../../testing/model-streams/hear.ts';
import { ModelError } from '../model.ts';

const chunk = (delta: unknown, finish: unknown = null, more: object = {}) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
});
const stream = (...values: unknown[]) => values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('');
const done = 'data: [DONE]\n\n';
const says = (text: string) => stream(chunk({ content: text }));
const messageOf = (error: unknown) => (error instanceof ModelError ? error.message : String(error));
const toldOf = (error: unknown) => (error instanceof ModelError ? error.told?.message : undefined);

describe('the reason for which a reply ended', () => {
  test.each([
    ...['stop', 'STOP', 'eos', 'end_turn', 'stop_sequence', 'End Turn'].map((word) => [word, 'stop']),
    ...['length', 'MAX_TOKENS', 'max_tokens', 'max-tokens', 'model_length'].map((word) => [word, 'length']),
    ...['content_filter', 'SAFETY', 'RECITATION', 'refusal'].map((word) => [word, 'content-filter']),
    ...['tool_calls', 'function_call', 'TOOL_USE'].map((word) => [word, 'tool-calls']),
    ['OTHER', 'other'],
  ])('%s is %s', (word, reason) => {
    const { heard, error } = hearText(stream(chunk({ content: 'Hi' }, word)));
    expect([heard.text, heard.finish, error]).toEqual(['Hi', reason, undefined]);
  });

  test.each(['error', 'ABORT', 'insufficient_system_resource', 'malformed_function_call', 'network_error'])(
    '%s is a failure after its text',
    (word) => {
      const { heard, error } = hearText(stream(chunk({ content: 'Hi' }, word)) + done);
      expect(heard).toMatchObject({ text: 'Hi', finish: undefined });
      expect(error).toBeInstanceOf(ModelError);
    },
  );

  test.each([null, '', ' ', 0, false, {}])('%j doesn’t count', (value) => {
    const { heard, error } = hearText(stream(chunk({ content: 'Hi' }, value)));
    expect(heard.text).toBe('Hi');
    expect(messageOf(error)).toMatch(/without finishing/);
  });

  test('of a stream that goes on doesn’t count', () => {
    expect(hearText(stream(chunk({ content: 'Hi' }, 'stop')) + says(' you')).error).toBeInstanceOf(ModelError);
    const { heard, error } = hearText(stream(chunk({ content: 'Hi' }, 'stop'), chunk({ content: ' you' }, 'length')));
    expect([heard.text, heard.finish, error]).toEqual(['Hi you', 'length', undefined]);
  });
});

describe('odd fields and events don’t touch the text', () => {
  test.each<[string, string]>([
    ['no space after the colon', `data:${JSON.stringify(chunk({ content: 'Hello' }, 'stop'))}\n\n`],
    [
      'one event over several lines',
      `data: {"choices":\ndata: [${JSON.stringify(chunk({ content: 'Hello' }, 'stop').choices[0])}]}\n\n`,
    ],
    ['no last line break', `data: ${JSON.stringify(chunk({ content: 'Hello' }, 'stop'))}`],
    ['a mark in quotes', `${says('Hello')}data: "[DONE]"`],
    ['choices null, and missing', stream({ choices: null }, {}, { id: 7 }) + says('Hello') + done],
    ['a delta that is null', stream(chunk(null)) + says('Hello') + done],
    ['null, numbers and texts', stream(null, 7, 'ping', []) + says('Hello') + done],
    [
      'numeric IDs and a role in capitals',
      stream(chunk({ role: 'ASSISTANT', content: 'Hello' }, 'stop', { id: 1, created: '1' })),
    ],
    [
      'empty errors',
      stream(...[null, false, '', {}, 0, { message: null }].map((error) => chunk({}, null, { error }))) +
        says('Hello') +
        done,
    ],
    [
      'usage in odd forms',
      stream(...[null, 'none', [], 7].map((usage) => chunk({}, null, { usage }))) + says('Hello') + done,
    ],
    ['a heartbeat in words', `data: heartbeat\n\n${says('Hello')}${done}`],
    ['an index of text', stream({ choices: [{ index: '0', delta: { content: 'Hello' }, finish_reason: 'stop' }] })],
    [
      'choices numbered from 1',
      stream({ choices: [{ index: 1, delta: { content: 'Hello' }, finish_reason: 'stop' }] }),
    ],
    [
      'another choice',
      stream({
        choices: [
          { index: 1, delta: { content: 'No' } },
          { index: 0, delta: { content: 'Hello' }, finish_reason: 'stop' },
        ],
      }),
    ],
    ['one choice instead of a list', stream({ choices: { delta: { content: 'Hello' }, finish_reason: 'stop' } })],
    ['the text of completions', stream({ choices: [{ index: 0, text: 'Hello', finish_reason: 'stop' }] })],
    ['a message in place of a delta', stream({ choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] })],
    [
      'the whole message after its pieces',
      says('Hel') + stream({ choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] }),
    ],
    [
      'parts',
      stream(
        chunk({ content: [{ type: 'text', text: 'Hel' }, 'l', { text: 'o' }, null, { type: 'reference' }] }, 'stop'),
      ),
    ],
    ['a list of chunks as the body', JSON.stringify([chunk({ content: 'Hel' }), chunk({ content: 'lo' }, 'stop')])],
    [
      'JSON, one document on each line',
      [chunk({ content: 'Hel' }), chunk({ content: 'lo' }, 'stop')].map((each) => JSON.stringify(each)).join('\n'),
    ],
    ['an error after the end', stream(chunk({ content: 'Hello' }, 'stop'), { error: 'late' })],
  ])('%s', (_what, body) => {
    const { heard, error } = hearText(body);
    expect(error).toBeUndefined();
    expect(heard.text).toBe('Hello');
  });

  test('a character of several bytes may be cut anywhere', () => {
    const bytes = Buffer.from(says('Grüße 👋') + done);
    const cuts = Array.from(bytes, (_, at) => hear([bytes.subarray(0, at), bytes.subarray(at)]).heard.text);
    expect(new Set(cuts)).toEqual(new Set(['Grüße 👋']));
  });
});

describe('usage', () => {
  test.each([
    [11, 3, 11, 3],
    ['11', '3', 11, 3],
    [11.5, 2.6, 12, 3],
    [null, null, undefined, undefined],
    [0, 0, undefined, undefined],
    [-1, 1e300, undefined, undefined],
    ['', 'many', undefined, undefined],
  ])('%j and %j tokens', (prompt, completion, inputTokens, outputTokens) => {
    const usage = { prompt_tokens: prompt, completion_tokens: completion };
    expect(hearText(stream(chunk({ content: 'Hi' }, 'stop', { usage }))).heard.usage).toEqual({
      inputTokens,
      outputTokens,
    });
  });
});

describe('thoughts', () => {
  const cutAnywhere = (text: string) =>
    Array.from(
      { length: text.length + 1 },
      (_, at) => hearText(says(text.slice(0, at)) + says(text.slice(at)) + done).heard,
    );

  test.each<[string, string, string]>([
    ['<think>Hm.</think>\n\nHello', 'Hello', 'Hm.'],
    [' \n<THINK>Hm.</Think>Hello', 'Hello', 'Hm.'],
    ['<thinking>a < b</thinking>Hello', 'Hello', 'a < b'],
    ['<thought>Hm.</thought>Hello', 'Hello', 'Hm.'],
    ['<reasoning>Hm.</reasoning> Hello', 'Hello', 'Hm.'],
    ['[THINK]Hm.[/THINK]Hello', 'Hello', 'Hm.'],
    ['<think></think>Hello', 'Hello', ''],
    ['<think>It never ends', '', 'It never ends'],
    ['<thinker>Hello', '<thinker>Hello', ''],
    ['Use <think>x</think> so', 'Use <think>x</think> so', ''],
    ['```\n<think>x</think>\n```', '```\n<think>x</think>\n```', ''],
    ['Hm.</think>Hello', 'Hm.</think>Hello', ''],
    ['<th', '<th', ''],
  ])('%j, cut anywhere', (text, answer, thoughts) => {
    for (const heard of cutAnywhere(text)) expect([heard.text, heard.thoughts]).toEqual([answer, thoughts]);
  });

  test.each([
    { reasoning_content: 'Hm.' },
    { reasoning: 'Hm.' },
    { reasoning: { content: 'Hm.' } },
    { thinking: 'Hm.' },
    {
      reasoning_details: [
        { type: 'reasoning.text', text: 'Hm.' },
        { type: 'reasoning.encrypted', data: 'AbC=' },
      ],
    },
    { reasoning_details: [{ type: 'reasoning.summary', summary: 'Hm.' }] },
    { reasoning: null, reasoning_content: 'Hm.' },
    { content: [{ type: 'thinking', thinking: 'Hm.' }] },
  ])('in %j', (delta) => {
    const { heard } = hearText(stream(chunk(delta)) + says('\n\nHello') + done);
    expect([heard.text, heard.thoughts]).toEqual(['Hello', 'Hm.']);
  });
});

describe('tool calls', () => {
  const piece = (more: object, made: object) => ({ ...more, function: made });
  const called = (...pieces: object[]) =>
    hearText(stream(...pieces.map((each) => chunk({ tool_calls: [each] })), chunk({}, 'tool_calls'))).heard.calls.map(
      (call) => [call.id, call.name, call.arguments],
    );

  test.each<[string, object[], string[][]]>([
    [
      'by index',
      [
        piece({ index: 0, id: 'a' }, { name: 'f', arguments: '' }),
        piece({ index: 1, id: 'b' }, { name: 'g', arguments: '' }),
        piece({ index: 0 }, { arguments: '{"x":' }),
        piece({ index: 1 }, { arguments: '{}' }),
        piece({ index: 0 }, { arguments: '1}' }),
      ],
      [
        ['a', 'f', '{"x":1}'],
        ['b', 'g', '{}'],
      ],
    ],
    [
      'by ID only',
      [
        piece({ id: 'a' }, { name: 'f', arguments: '{' }),
        piece({ id: 'b' }, { name: 'g', arguments: '{' }),
        piece({ id: 'a' }, { arguments: '}' }),
        piece({ id: 'b' }, { arguments: '}' }),
      ],
      [
        ['a', 'f', '{}'],
        ['b', 'g', '{}'],
      ],
    ],
    [
      'with one index but two IDs',
      [
        piece({ index: 0, id: 'a' }, { name: 'f', arguments: '{}' }),
        piece({ index: 0, id: 'b' }, { name: 'f', arguments: '{}' }),
      ],
      [
        ['a', 'f', '{}'],
        ['b', 'f', '{}'],
      ],
    ],
    [
      'without ID and index',
      [
        piece({}, { name: 'f', arguments: '{' }),
        piece({}, { arguments: '}' }),
        piece({}, { name: 'f', arguments: '{}' }),
      ],
      [
        ['', 'f', '{}'],
        ['', 'f', '{}'],
      ],
    ],
    [
      'whose name is in every piece',
      [
        piece({ index: 0, id: 'a' }, { name: 'f', arguments: '{"x"' }),
        piece({ index: 0 }, { name: 'f', arguments: ':1}' }),
      ],
      [['a', 'f', '{"x":1}']],
    ],
    [
      'with a new ID in every piece',
      [piece({ index: 0, id: 'a' }, { name: 'f', arguments: '{' }), piece({ index: 0, id: 'b' }, { arguments: '}' })],
      [['a', 'f', '{}']],
    ],
    [
      'whose end has an unknown index',
      [
        piece({ index: 0, id: 'a' }, { name: 'f', arguments: '{}' }),
        piece({ index: 0, id: 'b' }, { name: 'g', arguments: '{' }),
        piece({ index: 1 }, { arguments: '}' }),
      ],
      [
        ['a', 'f', '{}'],
        ['b', 'g', '{}'],
      ],
    ],
    [
      'with arguments as an object, and a numeric ID',
      [piece({ index: 0, id: 7 }, { name: 'f', arguments: { x: 1 } })],
      [['7', 'f', '{"x":1}']],
    ],
    ['without arguments', [piece({ index: 0, id: 'a' }, { name: 'f', arguments: null })], [['a', 'f', '']]],
  ])('%s', (_how, pieces, expected) => {
    expect(called(...pieces)).toEqual(expected);
  });

  test('in the legacy form, and with the reason stop', () => {
    const { heard } = hearText(stream(chunk({ function_call: { name: 'f', arguments: '{}' } }), chunk({}, 'stop')));
    expect(heard).toMatchObject({ finish: 'tool-calls', calls: [{ name: 'f', arguments: '{}' }] });
  });

  test('of more than 64 tools are refused', () => {
    const many = Array.from({ length: 65 }, (_, at) =>
      piece({ index: at, id: `c${at}` }, { name: 'f', arguments: '{}' }),
    );
    expect(messageOf(hearText(stream(chunk({ tool_calls: many })) + done).error)).toMatch(/more than 64 tools/);
  });
});

describe('the words of an error are kept', () => {
  test.each<[unknown, string]>([
    [{ error: 'It broke.' }, 'It broke.'],
    [{ error: { message: 'It broke.', code: null } }, 'It broke.'],
    [{ error: { error: { message: 'It broke.' } } }, 'It broke.'],
    [{ error: null, detail: 'It broke.' }, 'It broke.'],
    [{ object: 'error', message: 'It broke.', type: 'BadRequestError', code: 400 }, 'It broke.'],
    [{ detail: [{ loc: ['body', 'top_k'], msg: 'It broke.' }] }, 'body.top_k: It broke.'],
    [{ message: 'It broke.' }, 'It broke.'],
    [{ Message: 'It broke.', __type: 'ThrottlingException', type: 'error' }, 'It broke.'],
    [{ errors: [{ message: 'It broke.' }, 'Twice.'] }, 'It broke.; Twice.'],
    [{ type: 'error', error: { type: 'overloaded_error', message: 'It broke.' } }, 'It broke.'],
    [{ choices: [{ delta: {}, error: { message: 'It broke.' } }] }, 'It broke.'],
    [[{ error: { message: 'It broke.' } }], 'It broke.'],
    [
      { error: { message: 'Provider returned error', metadata: { raw: 'It broke.' } } },
      'Provider returned error: It broke.',
    ],
  ])('%j', (value, words) => {
    for (const body of [stream(value), JSON.stringify(value), says('Half') + stream(value) + done]) {
      const { heard, error } = hearText(body);
      expect(heard.text).toBe(body.includes('Half') ? 'Half' : '');
      expect(toldOf(error)).toBe(words);
    }
  });

  test.each([
    ['event: error\ndata: It broke.\n\n', 'It broke.'],
    ['event: error\ndata: "It broke."\n\n', 'It broke.'],
    ['event: error\ndata: {"status":"It broke.","message":"No."}\n\n', 'No.'],
    ['Internal server error\n', 'Internal server error'],
    ['data: upstream timed out\n\n', 'upstream timed out'],
    ['<html>\n<h1>Bad gateway</h1>\n</html>', '<html> <h1>Bad gateway</h1> </html>'],
  ])('%j', (body, words) => {
    expect(toldOf(hearText(body).error)).toBe(words);
  });

  test('a filtered answer is refused if nothing was said', () => {
    const { error } = hearText(stream(chunk({}, 'content_filter')) + done);
    expect(error).toMatchObject({ reason: 'content_policy', told: { code: 'content_filter' } });
  });
});
