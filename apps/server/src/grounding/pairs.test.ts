// @module-tag pure

import { describe, expect, test } from 'vitest';
import { type Pair, pairs } from '../../testing/fixtures/grounding-pairs.ts';
import { foundPassage } from '../../testing/fixtures/passages.ts';
import { createJudge } from './judge.ts';

const isSupported = (claim: string, passage: string): boolean => {
  const judgement = createJudge([foundPassage(1, passage, { title: '' })], '').judge(claim, []);
  return judgement !== 'no claim' && judgement.length > 0;
};

/** The share of pairs whose claim is judged to be supported. */
const shareOf = (chosen: readonly Pair[]): number =>
  chosen.filter(({ claim, passage }) => isSupported(claim, passage)).length / chosen.length;

describe('pairs of a claim and a passage', () => {
  const held = pairs.filter((_, index) => index % 2 === 1);

  test('there are 200 or more, in six languages or more', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(200);
    expect(new Set(pairs.map(({ language }) => language)).size).toBeGreaterThanOrEqual(6);
  });

  test('at least 80 % of those that agree pass, and at most 5 % of the others, of those without tuning', () => {
    expect(shareOf(held.filter(({ verdict }) => verdict === 'agree'))).toBeGreaterThanOrEqual(0.8);
    expect(shareOf(held.filter(({ verdict }) => verdict !== 'agree'))).toBeLessThanOrEqual(0.05);
  });
});

describe('a claim that a model says is supported', () => {
  /** True if it is refused whichever sentence of the passage the model names. */
  const isRefused = ({ claim, passage }: Pair): boolean => {
    const { sentences, confirm } = createJudge([foundPassage(1, passage, { title: '' })], '');
    return [sentences(), ...sentences().map((each) => [each])].every((chosen) => confirm(claim, chosen).length === 0);
  };

  test('is refused if numbers, units, dates, codes, comparisons or negations speak against it', () => {
    const checked = new Set(['number', 'unit', 'date', 'identifier', 'comparison', 'negation']);
    const wrong = pairs.filter(({ kind }) => checked.has(kind));
    expect(wrong.length).toBeGreaterThan(80);
    expect(wrong.filter(isRefused).length).toBeGreaterThanOrEqual(0.95 * wrong.length);
  });

  test('is shown although the rules refuse it, in other words and in another language', () => {
    const passage = 'The office is closed on public holidays. Parcels take two days.';
    const shown: readonly (readonly [string, string])[] = [
      [passage, 'Its staff is off on public holidays.'],
      [passage, 'Das Büro ist an Feiertagen geschlossen.'],
      [passage, 'Un colis met 2 jours.'],
    ];
    const judged = shown.map(([text, claim]) => ({
      claim,
      byRules: isSupported(claim, text),
      byModel: !isRefused({ claim, passage: text, language: '', verdict: 'agree', kind: '' }),
    }));
    expect(judged).toEqual(shown.map(([, claim]) => ({ claim, byRules: false, byModel: true })));
  });
});

describe('a claim is supported only if the passage says the same of the same', () => {
  test.each([
    ['Adults pay 12 euros, children 6 euros.', 'Children pay 6 euros.', 'Children pay 12 euros.'],
    ['Room A holds 20 people. Room B holds 35 people.', 'Room B holds 35 people.', 'Room A holds 35 people.'],
    [
      'The battery charges in 90 minutes and lasts 12 hours.',
      'The battery lasts 12 hours.',
      'The battery charges in 12 hours.',
    ],
    ['The CEO is Jane Doe, the CFO is John Roe.', 'John Roe is the CFO.', 'The CEO is John Roe.'],
    ['Not included:\n- batteries\n- cables', 'Batteries are not included.', 'Batteries are included.'],
    ['Does it last 99 years? It lasts two years.', 'It lasts 2 years.', 'It lasts 99 years.'],
    [
      'The X-300 is heavier than the X-250.',
      'The X-300 is heavier than the X-250.',
      'The X-250 is heavier than the X-300.',
    ],
    [
      'If you pay by invoice, we ship after payment.',
      'If you pay by invoice, we ship after payment.',
      'We ship after payment.',
    ],
    ['Only gold members get lounge access.', 'Gold members get lounge access.', 'Silver members get lounge access.'],
    ['Call +49 30 5550199.', 'Call +49 30 555 01 99.', 'Call +49 30 555 01 88.'],
    [
      'Взрослый билет стоит 400 рублей, детский — 200 рублей.',
      'Детский билет стоит 200 рублей.',
      'Детский билет стоит 400 рублей.',
    ],
    ['大人の料金は1000円、子供は500円です。', '大人の料金は1000円です。', '子供の料金は1000円です。'],
    ['会议室周一至周五开放。', '会议室周三开放。', '会议室周六开放。'],
    ['Parcels take two to four days.', 'Parcels take two to four days, I think.', 'Parcels take two days.'],
    ['Pakete brauchen 2 bis 4 Tage.', 'Pakete brauchen 2 bis 4 Tage.', 'Pakete brauchen 4 Tage.'],
    ['The shop is open from 9 a.m. to 5 p.m.', 'The shop opens at 9 a.m.', 'The shop opens at 5 a.m.'],
    ['El gimnasio abre a las 7 y cierra a las 22.', 'El gimnasio abre a las 7.', 'El gimnasio abre a las 22.'],
  ])('%s', (passage, right, wrong) => {
    expect(isSupported(right, passage)).toBe(true);
    expect(isSupported(wrong, passage)).toBe(false);
  });

  test('a condition that the question has needs no repetition', () => {
    const passage = foundPassage(1, 'If your parcel is damaged, call us at once.', { title: '' });
    const judged = (question: string) => createJudge([passage], question).judge('Call us at once.', []);
    expect(judged('What if my parcel is damaged?')).toHaveLength(1);
    expect(judged('What do I do?')).toEqual([]);
  });

  test('a claim that only says how sure it is has no support', () => {
    const { judge } = createJudge(
      [foundPassage(1, 'Parcels take two to four days.', { title: '' })],
      'Do parcels take long?',
    );
    expect(judge('I think so.', [])).toBe('no claim');
    expect(judge('I am afraid I can’t say that.', [])).toEqual([]);
  });

  test('prepared, other work goes on between the sentences of a passage, and the judgement is the same', async () => {
    const text = Array.from({ length: 300 }, (_, at) => `Room ${at + 100} holds ${at + 20} people.`).join('\n\n');
    const { judge, prepare } = createJudge([foundPassage(1, text, { title: '' })], 'How many people?');
    let turns = 0;
    let isPrepared = false;
    const count = () => {
      turns += 1;
      if (!isPrepared) setImmediate(count);
    };
    setImmediate(count);
    await prepare();
    isPrepared = true;
    expect(turns).toBeGreaterThan(2);
    expect(judge('Room 399 holds 319 people.', [])).toHaveLength(1);
    expect(judge('Room 398 holds 319 people.', [])).toEqual([]);
  });

  test('a hostile text takes no long time', () => {
    const texts = [
      '1,'.repeat(10_000),
      'not '.repeat(5_000),
      '('.repeat(20_000),
      'a b '.repeat(5_000),
      '一'.repeat(20_000),
    ];
    for (const text of texts) expect(isSupported(`${text.slice(0, 900)}.`, text)).toBeTypeOf('boolean');
  });
});
