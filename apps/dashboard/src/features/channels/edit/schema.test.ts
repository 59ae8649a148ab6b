import { describe, expect, it } from 'vitest';
import { fieldsOf, fromFormSettings, toFormSettings, validateField } from './schema.ts';

const schema = {
  type: 'object',
  required: ['botToken'],
  properties: {
    botToken: { type: 'string', writeOnly: true, maxLength: 100 },
    url: { type: 'string', title: 'Address of your server', description: 'An `https` URL.', maxLength: 2000 },
    apology: { type: 'string', title: 'Apology', maxLength: 500, default: 'Sorry.' },
    mode: { type: 'string', enum: ['all', 'mentions'], default: 'mentions', title: 'Mode' },
    quotes: { type: 'boolean', default: true, title: 'Quotes' },
    perMinute: { type: 'integer', minimum: 1, maximum: 60 },
    groups: { type: 'array', items: { type: 'string' }, title: 'Groups' },
    nested: { type: 'object', properties: {} },
  },
};
const fields = fieldsOf(schema);

describe('the form of a kind', () => {
  it('follows the schema; a setting of another shape is left to the API', () => {
    expect(fields.map(({ name, entry, label }) => [name, entry, label])).toEqual([
      ['botToken', 'secret', 'Bot token'],
      ['url', 'text', 'Address of your server'],
      ['apology', 'long', 'Apology'],
      ['mode', 'choice', 'Mode'],
      ['quotes', 'switch', 'Quotes'],
      ['perMinute', 'number', 'Per minute'],
      ['groups', 'lines', 'Groups'],
    ]);
    expect(fields[1]?.description).toBe('An https URL.');
    expect(fieldsOf({})).toEqual([]);
  });

  it('shows stored settings, the defaults of others, and never a secret', () => {
    expect(toFormSettings(fields, { botToken: 'leaked', url: 'https://example.com', groups: ['a', 'b'] })).toEqual({
      botToken: '',
      url: 'https://example.com',
      apology: 'Sorry.',
      mode: 'mentions',
      quotes: true,
      perMinute: '',
      groups: 'a\nb',
    });
  });

  it('gives the API what was entered, and no secret that was not typed', () => {
    const values = toFormSettings(fields, {});
    expect(fromFormSettings(fields, { ...values, url: ' https://example.com ', groups: ' a \n\na\nb' })).toEqual({
      url: 'https://example.com',
      apology: 'Sorry.',
      mode: 'mentions',
      quotes: true,
      groups: ['a', 'b'],
    });
    expect(fromFormSettings(fields, { ...values, botToken: '123:abc' })).toMatchObject({ botToken: '123:abc' });
  });

  it('wants a secret once, and says what is too long', () => {
    const [token, , apology] = fields;
    if (token === undefined || apology === undefined) throw new Error('The fields are there.');
    expect(validateField(token, '', true)).toBe('Enter a value.');
    expect(validateField(token, '', false)).toBeNull();
    expect(validateField(apology, 'x'.repeat(501), false)).toBe('Must have at most 500 characters.');
    expect(validateField(apology, '', false)).toBeNull();
  });
});
