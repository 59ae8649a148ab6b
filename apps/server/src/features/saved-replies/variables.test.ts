// @module-tag pure
import { describe, expect, test } from 'vitest';
import { checkVariables, renderVariables } from './variables.ts';

const values: Readonly<Record<string, string>> = {
  'visitor.name': 'Ada',
  'visitor.note': ' two\n\nlines\u0000 {{me.name}} $& ',
  'visitor.blank': ' \t ',
  'me.name': 'Nora',
};
const render = (text: string) => renderVariables(text, (name) => values[name]);

describe('rendering', () => {
  test.each([
    ['Hello {{visitor.name}}, here is {{ me.name }}.', 'Hello Ada, here is Nora.', []],
    ['Hello {{visitor.name|there}}', 'Hello Ada', []],
    ['Hello {{visitor.city| there }}', 'Hello there', []],
    ['Hello {{visitor.city|}}!', 'Hello !', []],
    ['{{visitor.city}}{{agent.name}}{{visitor.city}}', '', ['visitor.city', 'agent.name']],
    ['[{{visitor.note}}]', '[two lines {{me.name}} $&]', []],
    ['{{visitor.blank|nothing}}', 'nothing', []],
    ['A {single} brace and $1', 'A {single} brace and $1', []],
  ])('%s', (text, expected, missing) => {
    expect(render(text)).toEqual({ text: expected, missing });
  });

  test('a value is cut off between characters', () => {
    const { text } = renderVariables('{{visitor.name}}', () => '😀'.repeat(500));
    expect([...text]).toHaveLength(200);
  });

  test('100,000 braces', () => {
    const text = '{{'.repeat(50_000);
    expect(render(text).text).toBe(text);
    expect(() => checkVariables(text)).toThrow('has {{ without a variable');
  });
});

describe('checking', () => {
  test.each(['Hello', '{{visitor.name}}', '{{visitor.order_no|none}}', '{{ agent.name }} {{me.name}}', 'a }} b { c'])(
    '%s is accepted',
    (text) => {
      expect(() => checkVariables(text)).not.toThrow();
    },
  );

  test.each([
    ['{{order}}', 'has the unknown variable {{order}}'],
    ['{{}}', 'has the unknown variable {{}}'],
    ['{{visitor.first name}}', 'has the unknown variable {{visitor.first name}}'],
    ['{{agent.prompt}}', 'has the unknown variable {{agent.prompt}}'],
    ['{{visitor.name}', 'has {{ without a variable and }} behind it'],
    ['{{{visitor.name', 'has {{ without a variable and }} behind it'],
  ])('%s is refused', (text, message) => {
    expect(() => checkVariables(text)).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        extras: expect.objectContaining({ details: [{ path: 'text', message }] }),
      }),
    );
  });
});
