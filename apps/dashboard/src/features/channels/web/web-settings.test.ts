// @module-tag pure

import { describe, expect, it } from 'vitest';
import { noForm } from './form/form-values.ts';
import { readOrigin } from './origins.ts';
import { webCodec } from './web-settings.ts';

const codec = webCodec('widget');
const stored = {
  title: 'Help',
  greeting: '',
  suggestions: ['Where is my order?'],
  language: 'de',
  theme: { mode: 'auto', light: { accent: '#0b5fff' }, dark: {}, radius: 12 },
  texts: { placeholder: 'Ask us' },
  position: 'left',
  launcher: { icon: 'seal', text: 'Ask us' },
  proactive: [
    {
      ...{ text: 'Questions?', paths: ['/pricing*'], afterSeconds: 20, scrollPercent: 0, onExit: false },
      repeat: 'day',
    },
  ],
  feedback: true,
  citations: false,
  sound: true,
  titleBadge: false,
  allowedOrigins: ['https://example.com', 'http://localhost:8080'],
  identity: 'required',
  form: noForm,
  pageContext: false,
  transcript: true,
  handover: { offered: true, team: null, awayText: 'Back soon.' },
  satisfaction: { asked: true, question: 'Happy?' },
};

describe('the settings of a chat', () => {
  it('come back from the form as they were', () => {
    expect(codec.toSettings(codec.toForm(stored))).toEqual(stored);
  });

  it('have the defaults of the API where none are stored; a page has no launcher', () => {
    expect(webCodec('page').toSettings(webCodec('page').toForm({}))).toEqual({
      ...{ title: '', greeting: '', suggestions: [], language: 'auto', texts: {}, feedback: true, citations: true },
      ...{ sound: false, titleBadge: true },
      ...{ theme: { mode: 'auto', light: {}, dark: {}, radius: 12 }, allowedOrigins: [], identity: 'optional' },
      ...{ form: noForm, pageContext: true, transcript: false },
      handover: { offered: false, team: null, awayText: '' },
      satisfaction: { asked: false, question: '' },
    });
  });

  it('are sent tidy: without empty suggestions, with origins as browsers send them', () => {
    const values = {
      ...codec.toForm(stored),
      suggestions: ['  Hi ', ''],
      allowedOrigins: 'Example.com/shop\n\nexample.com',
    };
    expect(codec.toSettings(values)).toMatchObject({ suggestions: ['Hi'], allowedOrigins: ['https://example.com'] });
  });

  it('have rules with different texts, and numbers and paths that the API takes', () => {
    const [rule] = codec.toForm(stored).proactive;
    if (rule === undefined) throw new Error('There is no rule.');
    const wrong = [
      rule,
      { ...rule, text: ' ' },
      rule,
      { ...rule, text: 'Other', paths: 'pricing', afterSeconds: '' as const },
    ];
    expect(Object.keys(codec.validate({ ...codec.toForm(stored), proactive: wrong })).sort()).toEqual([
      ...['proactive.1.text', 'proactive.2.text', 'proactive.3.paths'],
    ]);
    const values = {
      ...codec.toForm(stored),
      proactive: [{ ...rule, paths: ' /a \n\n/a\n/b', afterSeconds: '' as const }],
    };
    expect(codec.toSettings(values)).toMatchObject({ proactive: [{ paths: ['/a', '/b'], afterSeconds: 0 }] });
  });

  it('are refused by the field that is wrong', () => {
    const values = codec.toForm(stored);
    expect(codec.validate(values)).toEqual({});
    const wrong = {
      ...values,
      title: 'x'.repeat(81),
      suggestions: ['fine', 'x'.repeat(121)],
      theme: { ...values.theme, dark: { text: '#12' } },
      allowedOrigins: 'https://example.com\njavascript:alert(1)',
    };
    expect(Object.keys(codec.validate(wrong)).sort()).toEqual([
      'allowedOrigins',
      'suggestions.1',
      'theme.dark.text',
      'title',
    ]);
  });
});

it('reads a site as its origin', () => {
  expect(readOrigin('shop.example.com')).toBe('https://shop.example.com');
  expect(readOrigin('https://Example.com:443/a?b#c')).toBe('https://example.com');
  expect(readOrigin('http://localhost:8080/')).toBe('http://localhost:8080');
  expect(readOrigin('https://*.example.com')).toBe('https://*.example.com');
  expect(readOrigin('*.example.com')).toBe('https://*.example.com');
  for (const wrong of ['', 'two words', 'javascript:alert(1)', 'https://*', 'https://a.*.b', 'ftp://example.com'])
    expect(readOrigin(wrong), wrong).toBeUndefined();
});
