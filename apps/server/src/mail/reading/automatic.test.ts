// @module-tag pure

import { describe, expect, test } from 'vitest';
import { type MailDraft, writeMail } from '../../../testing/servers/mail-servers.ts';
import { readMail } from '../../platforms/email/arrival.ts';

const isAnswered = async (mail: MailDraft) =>
  (await readMail(Buffer.from(writeMail(mail)), { address: 'support@shop.test', authServer: '' })) !== undefined;

describe('automatic mail', () => {
  test.each([
    ...['Auto-Submitted: auto-generated', 'Auto-Submitted: auto-replied', 'auto-submitted: AUTO-NOTIFIED; x=y'],
    ...['Auto-Submitted: something-new', 'Precedence: bulk', 'Precedence: Junk', 'Precedence: list'],
    ...['List-Id: <news.test>', 'List-Unsubscribe: <mailto:a@b.test>', 'List-Post: NO', 'List-Help: <x>'],
    ...[
      'X-Auto-Response-Suppress: All',
      'X-Auto-Response-Suppress: DR, OOF, AutoReply',
      'x-auto-response-suppress: oof',
    ],
    ...['X-Autoreply: yes', 'X-Autorespond: yes', 'X-Autoresponder: x', 'X-Loop: a@b.test', 'Return-Path: <>'],
    ...['Return-Path: < >', 'X-Parley-Mailbox: support@shop.test'],
  ])('with %s is never answered', async (header) => {
    expect(await isAnswered({ headers: [header] })).toBe(false);
  });

  test.each([
    ...['MAILER-DAEMON@customer.test', 'postmaster@customer.test', 'noreply@customer.test', 'no-reply@customer.test'],
    ...['do-not-reply@customer.test', 'bounces+42@customer.test', 'bounce@customer.test', 'news-request@customer.test'],
    ...['owner-news@customer.test', 'notifications@customer.test', 'Shop <support@shop.test>', 'SUPPORT+tag@Shop.test'],
    ...['<>', 'undisclosed', 'not an address <a@>', 'a@localhost@', ''],
  ])('of %s is never answered', async (from) => {
    expect(await isAnswered({ from })).toBe(false);
  });

  test.each([
    ...['multipart/report; report-type=delivery-status; boundary=b', 'multipart/report; boundary=b'],
    ...['message/disposition-notification', 'message/delivery-status'],
  ])('of the type %s is never answered', async (type) => {
    expect(await isAnswered({ type, text: '--b\r\n\r\nUndeliverable\r\n--b--' })).toBe(false);
  });

  test('of this mailbox itself is never answered, whatever it says of its sender', async () => {
    const id = 'parley.msg_01-0.AAAAAAAAAAAAAAAAAAAAAA@shop.test';
    expect(await isAnswered({ id })).toBe(false);
    expect(await isAnswered({ headers: ['Reply-To: support@shop.test'] })).toBe(false);
    expect(await isAnswered({ headers: ['Reply-To: noreply@customer.test'] })).toBe(false);
  });
});

describe('mail of a person', () => {
  test.each([
    ...[
      'Auto-Submitted: no',
      'Auto-Submitted: No (really)',
      'Precedence: first-class',
      'Return-Path: <ada@customer.test>',
    ],
    ...['X-Auto-Response-Suppress: None', 'X-Auto-Response-Suppress: DR, RN, NRN', 'X-Mailer: Autoreply 2'],
    ...['X-Parley-Mailbox: other@shop.test', 'Subject: Out of office?'],
  ])('with %s is answered', async (header) => {
    expect(await isAnswered({ headers: [header] })).toBe(true);
  });

  test.each(['bob@notifications.test', 'norepl@customer.test', 'reply@customer.test', 'dan.postmaster@customer.test'])(
    'of %s is answered',
    async (from) => {
      expect(await isAnswered({ from })).toBe(true);
    },
  );
});
