// @module-tag pure

import { describe, expect, it } from 'vitest';
import {
  type FormSettings,
  fieldsFor,
  fieldsOf,
  fromFormSettings,
  groupsOf,
  movedFor,
  type SchemaField,
  toFormSettings,
  validateField,
  validateFields,
} from './schema.ts';

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

describe('settings that depend on each other', () => {
  const imap = { 'x-if': { inbound: 'imap' } };
  const mail = fieldsOf({
    type: 'object',
    required: ['address', 'imapHost', 'imapPassword'],
    properties: {
      address: { type: 'string', title: 'Address' },
      smtpHost: { type: 'string', default: 'localhost' },
      smtpPort: { type: 'integer', minimum: 1, maximum: 65_535, default: 465 },
      inbound: { type: 'string', enum: ['imap', 'webhook', 'both'], default: 'imap' },
      imapHost: { type: 'string', 'x-if': { inbound: ['imap', 'both'] } },
      imapPassword: { type: 'string', writeOnly: true, ...imap },
      apology: { type: 'string' },
    },
  });
  const initial = toFormSettings(mail, {});
  const names = (fields: readonly SchemaField[]) => fields.map(({ name }) => name);

  it('are in the form, checked and sent only where they count', () => {
    expect(names(fieldsFor(mail, initial))).toContain('imapHost');
    expect(names(fieldsFor(mail, { ...initial, inbound: 'both' }))).toEqual(
      names(mail).filter((name) => name !== 'imapPassword'),
    );
    const byWebhook = {
      ...initial,
      address: 'a@example.com',
      inbound: 'webhook',
      imapHost: 'x',
      imapPassword: 'secret',
    };
    expect(fromFormSettings(mail, byWebhook)).toEqual({
      address: 'a@example.com',
      smtpHost: 'localhost',
      smtpPort: 465,
      inbound: 'webhook',
      apology: '',
    });
    expect(validateFields(mail, { ...byWebhook, imapHost: '' }, true)).toEqual({});
    expect(validateFields(mail, initial, true)).toEqual({
      address: 'Enter a value.',
      imapHost: 'Enter a value.',
      imapPassword: 'Enter a value.',
    });
    expect(Object.keys(validateFields(mail, initial, false))).toEqual(['address', 'imapHost']);
  });

  it('stand together by the words that their names begin with', () => {
    expect(groupsOf(mail).map(({ title, fields }) => [title, names(fields)])).toEqual([
      [undefined, ['address']],
      ['Outgoing mail (SMTP)', ['smtpHost', 'smtpPort']],
      [undefined, ['inbound']],
      ['Mailbox (IMAP)', ['imapHost', 'imapPassword']],
      [undefined, ['apology']],
    ]);
  });
});

describe('the messages about a setting', () => {
  const one = (property: object) => {
    const [field] = fieldsOf({ type: 'object', required: ['it'], properties: { it: property } });
    if (field === undefined) throw new Error('The field is there.');
    return field;
  };

  it('tell what has another form, without the spaces that a pasted text has', () => {
    const id = one({ type: 'string', pattern: '^[0-9]{5}$' });
    expect(validateField(id, '1234', true)).toBe('This doesn’t match the description above.');
    expect(validateField(id, ' 12345\n', true)).toBeNull();
    expect(validateField(id, '   ', true)).toBe('Enter a value.');
    const own = one({ type: 'string', pattern: '^a$', 'x-message': 'must be an a' });
    expect(validateField(own, 'b', true)).toBe('Must be an a.');
    const token = one({ type: 'string', pattern: '^a$', writeOnly: true });
    expect(fromFormSettings([token], { it: ' a ' })).toEqual({ it: 'a' });
    // A password may begin with a space.
    expect(fromFormSettings([one({ type: 'string', writeOnly: true })], { it: ' a ' })).toEqual({ it: ' a ' });
  });

  it('tell the bounds of a number', () => {
    const port = one({ type: 'integer', minimum: 1, maximum: 65_535 });
    expect(validateField(port, 70_000, true)).toBe('Must be a whole number of at least 1 and at most 65535.');
    expect(validateField(port, 1.5, true)).toBe('Must be a whole number of at least 1 and at most 65535.');
    expect(validateField(port, '', true)).toBe('Enter a value.');
    expect(validateField(port, 587, true)).toBeNull();
    expect(validateField(one({ type: 'number', minimum: 0 }), -1, true)).toBe('Must be a number of at least 0.');
  });
});

describe('a secret that is stored', () => {
  const fields = fieldsOf({
    properties: {
      host: { type: 'string', title: 'Server' },
      port: { type: 'integer', title: 'Port' },
      name: { type: 'string' },
      mailbox: { type: 'string', 'x-if': { name: 'there' } },
      password: { type: 'string', writeOnly: true, 'x-goes-to': ['host', 'port', 'mailbox'] },
    },
  });
  const stored = toFormSettings(fields, { host: 'one', port: 465, name: 'here', mailbox: 'a' });
  const moved = (changes: FormSettings) => {
    const [secret] = fields.slice(-1);
    if (secret === undefined) throw new Error('There is no secret.');
    return movedFor(secret, fields, { values: { ...stored, ...changes }, stored }).map(({ label }) => label);
  };

  it('is asked for again if what says where it goes has changed, and counts', () => {
    expect(moved({})).toEqual([]);
    expect(moved({ name: 'other' })).toEqual([]);
    expect(moved({ host: 'two' })).toEqual(['Server']);
    expect(moved({ host: 'two', port: 587 })).toEqual(['Server', 'Port']);
    expect(moved({ mailbox: 'b' })).toEqual([]);
    expect(moved({ mailbox: 'b', name: 'there' })).toEqual(['Mailbox']);
  });
});
