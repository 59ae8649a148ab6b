// @module-tag pure

import { describe, expect, test } from 'vitest';
import { formProblems, keptAnswers, noForm, readAnswers, type VisitorForm } from './form.ts';

type Field = VisitorForm['fields'][number];
const field = (key: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  ...{ key, type, label: key, required: false, description: '', options: [] },
  ...more,
});
const form: VisitorForm = {
  ...noForm,
  when: 'before',
  fields: [
    field('email', 'email', { required: true }),
    field('phone', 'phone'),
    field('topic', 'select', { options: ['Sales', 'Support'] }),
    field('agreed', 'checkbox', { required: true }),
    field('more', 'textarea'),
  ],
};
const problemsOf = (given: Record<string, unknown>) =>
  readAnswers(form, given, 'form').problems.map(({ path, message }) => `${path} ${message}`);

describe('answers to a form', () => {
  test('are trimmed, in the order of the fields, without empty ones', () => {
    const given = { more: '  ', agreed: true, topic: 'Sales', email: ' ada@example.com ' };
    expect(readAnswers(form, given, 'form')).toEqual({
      answers: { email: 'ada@example.com', topic: 'Sales', agreed: true },
      problems: [],
    });
  });

  test.each([
    [{ agreed: true }, ['form.email must not be empty']],
    [{ email: 'ada@example.com', agreed: false }, ['form.agreed must be ticked']],
    [{ email: 'ada', agreed: true }, ['form.email must be an email address']],
    [{ email: 'a@b.c', agreed: true, phone: 'call me' }, ['form.phone must be a phone number']],
    [{ email: 'a@b.c', agreed: true, topic: 'Other' }, ['form.topic must be one of the choices']],
    [{ email: 'a@b.c', agreed: 'yes' }, ['form.agreed must be true or false']],
    [{ email: true, agreed: true }, ['form.email must be a text']],
    [{ email: 'a@b.c', agreed: true, more: 'x'.repeat(1_001) }, ['form.more must have at most 1,000 characters']],
    [{ email: 'a@b.c', agreed: true, toString: 'x' }, ['form.toString is not a field of the form']],
  ])('%j: %j', (given, expected) => {
    expect(problemsOf(given)).toEqual(expected);
  });

  test('of an earlier form are kept where the new one still takes them', () => {
    const earlier = { email: 'ada@example.com', topic: 'Returns', agreed: true, budget: '100' };
    expect(keptAnswers(form, earlier)).toEqual({ email: 'ada@example.com', agreed: true });
  });
});

test('a form names each field once, and only a select has choices', () => {
  const fields = [
    field('email', 'email'),
    field('email', 'text'),
    field('a', 'select'),
    field('b', 'text', { options: ['x'] }),
  ];
  const paths = formProblems({ ...form, fields }).map(({ path }) => path.replace('settings.form.fields.', ''));
  expect(paths).toEqual(['1.key', '2.options', '3.options']);
  expect(formProblems(form)).toEqual([]);
  expect(formProblems(noForm)).toEqual([]);
  expect(formProblems({ ...noForm, when: 'after_first' })).toHaveLength(1);
});
