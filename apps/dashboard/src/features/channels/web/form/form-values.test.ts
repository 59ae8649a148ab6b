// @module-tag pure

import { expect, test } from 'vitest';
import { formMistakes, formToValues, newField, noForm, valuesToForm } from './form-values.ts';

const field = { ...newField([]), options: '' };

test('a form goes to the dashboard and back; choices are lines', () => {
  const select = {
    ...field,
    key: 'topic',
    label: ' Topic ',
    type: 'select' as const,
    options: ' Sales \n\nSupport\nSales',
  };
  const form = valuesToForm({ ...noForm, when: 'before', fields: [field, select] });
  expect(form.fields[1]).toMatchObject({ label: 'Topic', options: ['Sales', 'Support'] });
  expect(valuesToForm(formToValues(form))).toEqual(form);
  expect(formToValues(undefined)).toEqual(noForm);
});

test('new fields have keys of their own', () => {
  const second = newField([field]);
  expect([field.key, second.key, newField([field, second, { ...field, key: 'field4' }]).key]).toEqual([
    ...['email', 'field2', 'field5'],
  ]);
});

test('mistakes stand at their fields', () => {
  const wrong = { ...field, label: ' ', key: '1st', type: 'select' as const };
  const values = { ...noForm, when: 'before' as const, fields: [field, field, wrong], consent: { text: '', url: 'x' } };
  expect(formMistakes(values).map(([path]) => path)).toEqual([
    ...['form.fields.1.key', 'form.fields.2.label', 'form.fields.2.key', 'form.fields.2.options', 'form.consent.url'],
  ]);
  expect(formMistakes({ ...noForm, when: 'before' })).toEqual([['form.when', 'Add a field first.']]);
  expect(formMistakes(noForm)).toEqual([]);
});
