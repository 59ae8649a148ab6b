// @module-tag pure

import { describe, expect, test } from 'vitest';
import { ownTextOf } from './quoted.ts';

const cut = (text: string) => ownTextOf(text, 'reply');
const old = '> Old one\n>\n> Old two';

describe('the quoted history of a mail', () => {
  test.each([
    'On Mon, 3 Feb 2025 at 10:00, Shop <support@shop.test> wrote:',
    'On Mon, Feb 3, 2025 at 10:00 AM Shop\n<support@shop.test> wrote:',
    'Am Mo., 3. Feb. 2025 um 10:00 Uhr schrieb Shop <support@shop.test>:',
    'Am 03.02.25 um 10:00 schrieb Shop:',
    'Le lun. 3 févr. 2025 à 10:00, Shop <support@shop.test> a écrit :',
    'El lun, 3 feb 2025 a las 10:00, Shop (<support@shop.test>) escribió:',
    'Il giorno lun 3 feb 2025 alle ore 10:00 Shop ha scritto:',
    'Em seg., 3 de fev. de 2025 às 10:00, Shop escreveu:',
    'Op ma 3 feb 2025 om 10:00 schreef Shop <support@shop.test>:',
    'Den mån 3 feb. 2025 kl 10:00 skrev Shop <support@shop.test>:',
    'W dniu 3.02.2025 o 10:00, Shop pisze:',
    'пн, 3 февр. 2025 г. в 10:00, Shop <support@shop.test> пишет:',
    '2025年2月3日(月) 10:00 Shop <support@shop.test>:',
    'Shop <support@shop.test> 于2025年2月3日周一 10:00写道：',
  ])('is cut with the line above it: %s', (line) => {
    expect(cut(`New\n\n${line}\n\n${old}`)).toBe('New');
    expect(cut(`New\n\n${line}\n${old}\n\nBelow`)).toBe('New\n\nBelow');
    // Converted HTML has no marks.
    expect(cut(`New\n\n${line}\n\nOld`)).toBe('New');
  });

  test.each([
    '-----Original Message-----\nFrom: Shop\nSent: Monday\n\nOld',
    '-----Ursprüngliche Nachricht-----\nVon: Shop\n\nOld',
    '________________________________\nFrom: Shop <support@shop.test>\nSent: Monday, February 3, 2025\nTo: Ada\nSubject: x\n\nOld',
    'Von: Shop <support@shop.test>\nGesendet: Montag, 3. Februar 2025\nAn: Ada\nBetreff: x\n\nOld',
    'De : Shop <support@shop.test>\nEnvoyé : lundi 3 février 2025\nÀ : Ada\nObjet : x\n\nOld',
    '*From:* Shop <support@shop.test>\n*Date:* Monday\n\nOld',
  ])('is cut from the header of Outlook on: %#', (below) => {
    expect(cut(`New\n\n${below}`)).toBe('New');
  });

  test('stays between the lines of an answer, with its marks', () => {
    expect(cut('Hi,\n\n> Is it blue?\n\nYes.\n\n> Is it large?\n\nNo.')).toBe(
      'Hi,\n\n> Is it blue?\n\nYes.\n\n> Is it large?\n\nNo.',
    );
  });

  test('keeps what only looks like it', () => {
    for (const text of ['On Monday I wrote to you:', 'From: here to there', 'a > b', '-- no signature of 20 lines'])
      expect(cut(`New\n${text}`)).toContain(text.split(' ').slice(0, 2).join(' '));
    const first = ownTextOf('> an error\nNew', 'first');
    expect(first).toBe('> an error\nNew');
  });

  test('goes with signatures and what telephones add', () => {
    expect(cut('New\n-- \nAda\nExample Ltd.')).toBe('New');
    expect(cut('New\n\nSent from my iPhone')).toBe('New');
    expect(cut(`New\n\n-- \nAda\n\nOn Monday, Shop wrote:\n${old}`)).toBe('New');
  });

  test('takes little time, whatever it is', () => {
    const lines = [
      'On '.repeat(30_000),
      `${'On a '.repeat(20)}\n`.repeat(4_000),
      '> \n'.repeat(30_000),
      '\n'.repeat(90_000),
    ];
    for (const text of lines) {
      const start = process.cpuUsage();
      cut(text);
      const { user, system } = process.cpuUsage(start);
      expect((user + system) / 1000).toBeLessThan(2_000);
    }
  });
});
