// @module-tag pure

import { describe, expect, test } from 'vitest';
import { type MailDraft, writeMail } from '../../../testing/servers/mail-servers.ts';
import type { Arrival } from '../arrival.ts';
import { readMail } from './arrival.ts';

const address = 'support@shop.test';
const read = (mail: MailDraft | string, authServer = '') =>
  readMail(Buffer.from(typeof mail === 'string' ? mail : writeMail(mail)), { address, authServer });
const messageOf = (arrival: Arrival | undefined) => (arrival?.kind === 'message' ? arrival.message : undefined);
const textOf = async (mail: MailDraft | string) => messageOf(await read(mail))?.text;
const answer = { subject: 'Re: Parcel', headers: ['In-Reply-To: <a@b.test>'] };

describe('a mail', () => {
  test('has a user, a thread, a text and what a reply needs', async () => {
    const mail = { from: '"Ada L." <ADA@customer.test>', id: 'one@customer.test', subject: 'Parcel', text: 'Where?' };
    expect(await read(mail)).toMatchObject({
      ...{ kind: 'message', event: '<one@customer.test>' },
      message: {
        ...{ user: { id: 'ada@customer.test', name: 'Ada L.' }, text: 'Subject: Parcel\n\nWhere?' },
        ...{ thread: expect.stringMatching(/^[\w-]{22}$/), sentAt: expect.any(Number) },
        context: { subject: 'Parcel', inReplyTo: '<one@customer.test>', references: '<one@customer.test>' },
      },
    });
  });

  test('has the digest of its bytes for an event if it has no ID', async () => {
    const mail = writeMail({ id: null });
    const [one, again] = [await read(mail), await read(mail)];
    expect(one).toMatchObject({ event: expect.stringMatching(/^<[0-9a-f]{64}>$/) });
    expect(again).toEqual(one);
  });

  test('belongs to the thread of the first mail that it refers to', async () => {
    const threadOf = async (...headers: string[]) => messageOf(await read({ headers, id: 'x@y.test' }))?.thread;
    const first = messageOf(await read({ id: 'root@y.test' }))?.thread;
    expect(await threadOf('References: <root@y.test> <b@y.test>', 'In-Reply-To: <b@y.test>')).toBe(first);
    expect(await threadOf('In-Reply-To: <root@y.test>')).toBe(first);
    expect(await threadOf(`In-Reply-To: <parley.msg_1-0.${first}@shop.test>`)).toBe(first);
    // An ID of another domain can be forged.
    expect(await threadOf(`In-Reply-To: <parley.msg_1-0.${first}@other.test>`)).not.toBe(first);
    expect(await threadOf()).not.toBe(first);
  });

  test('keeps little of many references', async () => {
    const ids = Array.from({ length: 500 }, (_, index) => `<${'x'.repeat(200)}${index}@y.test>`);
    const message = messageOf(await read({ headers: [`References: ${ids.join('\r\n ')}`], subject: 'ü'.repeat(500) }));
    expect(Buffer.byteLength(JSON.stringify(message?.context))).toBeLessThan(4096);
    expect(message?.context?.['references']).toMatch(new RegExp(`^${ids[0]} `));
  });

  test('is answered to its sender, who is its user, whatever Reply-To says', async () => {
    for (const replyTo of ['Bea <bea@customer.test>', 'bea@customer.test, ada@customer.test', '<>', '']) {
      expect(messageOf(await read({ headers: [`Reply-To: ${replyTo}`] }))?.user.id).toBe('ada@customer.test');
    }
    expect(await read('From: \r\nReply-To: bea@customer.test\r\n\r\nHi')).toBeUndefined();
  });

  test('of HTML is its text, without quotes, signatures and what is hidden', async () => {
    const text =
      '<style>p{}</style><div style="display:none">Preview</div><p>Hello &amp; <b>thanks</b>,<br>two&nbsp;lines</p>' +
      '<ul><li>One<li>Two</ul><div class="gmail_signature">Ada</div>' +
      '<div class="gmail_quote">On Monday <b>Shop</b> wrote:<blockquote><div>Old</div></blockquote></div>';
    expect(await textOf({ ...answer, type: 'text/html; charset=utf-8', text })).toBe(
      'Hello & thanks,\ntwo lines\n\n- One\n- Two',
    );
  });

  test('that Outlook has written ends above the header of the mail that it answers', async () => {
    const text = '<p>New</p><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Shop</div><p>Old</p>';
    expect(await textOf({ ...answer, type: 'text/html', text })).toBe('New');
  });

  test('names its attachments, and reads none of them', async () => {
    const text =
      '--b\r\nContent-Type: text/plain\r\n\r\nSee the bill.\r\n--b\r\nContent-Type: application/pdf; name="bill.pdf"\r\n' +
      'Content-Disposition: attachment; filename="bill.pdf"\r\n\r\n%PDF\r\n--b--\r\n';
    const type = 'multipart/mixed; boundary=b';
    expect(messageOf(await read({ ...answer, type, text }))).toMatchObject({
      ...{ text: 'See the bill.', attachments: [{ kind: 'file', name: 'bill.pdf' }] },
    });
  });

  test('that is passed on keeps what it quotes', async () => {
    const text = 'Please help.\n\n---------- Forwarded message ---------\n> From: Shop\n> Old';
    expect(await textOf({ subject: 'Fwd: Parcel', text })).toContain('> Old');
  });

  test('with nothing but a quote keeps the quote', async () => {
    expect(await textOf({ ...answer, text: '> Is it blue?\n> Yes' })).toBe('> Is it blue?\n> Yes');
  });

  test.each([
    ['no text', { text: '', subject: '' }, 'Your mail has no text. Please'],
    ['only a picture', { type: 'image/png; name="a.png"', text: 'x', subject: '' }, '(a.png)'],
  ])('with %s is told', async (_what, mail, says) => {
    expect(messageOf(await read(mail))).toMatchObject({ text: '', unreadable: expect.stringContaining(says) });
  });

  test('in an unknown charset is read as well as can be', async () => {
    expect(await textOf({ ...answer, type: 'text/plain; charset=x-unknown', text: 'Hello' })).toBe('Hello');
    const raw = writeMail({ ...answer, type: 'text/plain; charset=iso-8859-1', text: '@@' }).split('@@');
    const bytes = Buffer.concat([
      Buffer.from(raw[0] ?? ''),
      Buffer.from([0xfc, 0x00, 0x07]),
      Buffer.from(raw[1] ?? ''),
    ]);
    expect(messageOf(await readMail(bytes, { address, authServer: '' }))?.text).toBe('ü');
  });
});

describe('the server that checks senders', () => {
  const from = 'Ada <ada@customer.test>';
  const results = (value: string) => ({ from, headers: [`Authentication-Results: ${value}`] });

  test('alone decides whether a mail is answered', async () => {
    const isRead = async (mail: MailDraft) => (await read(mail, 'mx.shop.test')) !== undefined;
    expect(await isRead(results('mx.shop.test; spf=pass; dmarc=pass (p=none) header.from=customer.test'))).toBe(true);
    expect(await isRead(results('MX.shop.test 1;\r\n dmarc = pass'))).toBe(true);
    expect(await isRead(results('mx.shop.test; dmarc=fail'))).toBe(false);
    expect(await isRead(results('mx.shop.test; spf=pass (dmarc=pass)'))).toBe(false);
    expect(await isRead(results('evil.test; dmarc=pass'))).toBe(false);
    expect(await isRead({ from })).toBe(false);
    const forged = [
      'Authentication-Results: mx.shop.test; dmarc=fail',
      'Authentication-Results: mx.shop.test; dmarc=pass',
    ];
    expect(await isRead({ from, headers: forged })).toBe(false);
  });

  test('vouches for From, so that Reply-To is not followed', async () => {
    const headers = ['Authentication-Results: mx.shop.test; dmarc=pass', 'Reply-To: evil@evil.test'];
    expect(messageOf(await read({ from, headers }, 'mx.shop.test'))?.user.id).toBe('ada@customer.test');
  });
});
