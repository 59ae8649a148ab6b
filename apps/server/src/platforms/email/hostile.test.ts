// @module-tag pure

import { describe, expect, test } from 'vitest';
import { writeMail } from '../../../testing/servers/mail-servers.ts';
import { readMail } from './arrival.ts';

const read = (raw: string | Buffer) => readMail(Buffer.from(raw), { address: 'support@shop.test', authServer: '' });

/** Nested multiparts. */
const nested = (depth: number) =>
  `From: Ada <ada@customer.test>\r\n${Array.from({ length: depth }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join('')}\r\nDeep`;

const letters = Buffer.from(Array.from({ length: 400 }, (_, at) => (at % 9 === 8 ? 32 : 0xc0 + ((at * 7) % 64))));

/** Many parts without a charset, in none that their letters speak for. */
const inUnknownCharsets = (): Buffer =>
  Buffer.concat([
    Buffer.from('From: Ada <ada@customer.test>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'),
    ...Array.from({ length: 1_000 }, () => Buffer.concat([Buffer.from('--b\r\n\r\n'), letters, Buffer.from('\r\n')])),
  ]);

const rawHeaders = (): Buffer =>
  Buffer.concat([
    Buffer.from('From: Ada <ada@customer.test>\r\n'),
    ...Array.from({ length: 500 }, () => Buffer.concat([Buffer.from('X-A: '), letters, Buffer.from('\r\n')])),
    Buffer.from('\r\nText'),
  ]);

const html = (text: string) => writeMail({ type: 'text/html', text, subject: 'Re: x' });

/** A hostile mail is read, or skipped, in bounded time: at most half a second of the processor, on a slow one more. */
describe('a hostile mail', () => {
  test.each([
    ['deep nesting', () => nested(10_000)],
    ['a few parts more than allowed', () => nested(30)],
    ['10,000 headers', () => writeMail({ headers: Array.from({ length: 10_000 }, (_, at) => `X-${at}: y`) })],
    ['a header of 5 MB', () => writeMail({ headers: [`X-Large: ${'y'.repeat(5_000_000)}`] })],
    ['5 MB of HTML', () => html('<p>word</p>'.repeat(450_000))],
    ['nested elements', () => html('<div>'.repeat(100_000))],
    ['nested quotes', () => html('<blockquote type="cite">'.repeat(40_000))],
    ['unclosed tags', () => html('<a <a '.repeat(150_000))],
    ['unclosed comments', () => html('<!--'.repeat(250_000))],
    ['entities', () => html('&amp;&#x41;&nope;'.repeat(60_000))],
    ['a million lines', () => writeMail({ text: '\n'.repeat(1_000_000) })],
    [
      'a million parts',
      () => writeMail({ type: 'multipart/mixed; boundary=b', text: '--b\r\n\r\nx\r\n'.repeat(300_000) }),
    ],
    [
      'a million empty parts',
      () => writeMail({ type: 'multipart/mixed; boundary=b', text: '--b\r\n\r\n'.repeat(1_000_000) }),
    ],
    [
      'invalid base64',
      () => writeMail({ headers: ['Content-Transfer-Encoding: base64'], text: '=A=='.repeat(1_000_000) }),
    ],
    [
      'base64 of zeros',
      () => writeMail({ headers: ['Content-Transfer-Encoding: base64'], text: 'AAAA'.repeat(2_000_000) }),
    ],
    [
      'invalid quoted-printable',
      () => writeMail({ headers: ['Content-Transfer-Encoding: quoted-printable'], text: '='.repeat(1_000_000) }),
    ],
    ['an invalid charset', () => writeMail({ type: `text/plain; charset="${'x'.repeat(100_000)}"` })],
    ['20,000 addresses', () => writeMail({ from: '"a" <a@b.test>,'.repeat(15_000) })],
    ['encoded words', () => writeMail({ subject: '=?utf-8?Q?a?= '.repeat(15_000) })],
    ['references without an end', () => writeMail({ headers: [`References: ${'<'.repeat(200_000)}`] })],
    ['quotes without an end', () => writeMail({ text: `${'> '.repeat(400)}\r\n`.repeat(1_200) })],
    ['signatures', () => writeMail({ text: '-- \r\n'.repeat(9_000), subject: 'Re: x' })],
    ['headers of Outlook', () => writeMail({ text: 'From: a\r\nTo: b\r\n\r\n'.repeat(3_000), subject: 'Re: x' })],
    ['introductions', () => writeMail({ text: 'On 3 Feb 2025 at 10:00 Ada\r\n'.repeat(9_000), subject: 'Re: x' })],
    ['links', () => html('<a href="https://e.test">'.repeat(20_000))],
    ['lists', () => html('<ul><li>'.repeat(60_000))],
    ['cells', () => html('<table><tr><td>x<td>'.repeat(20_000))],
    ['parts in unknown charsets', () => inUnknownCharsets()],
    ['raw headers in unknown charsets', () => rawHeaders()],
    [
      'encoded words in unknown charsets',
      () => writeMail({ subject: Array.from({ length: 8_000 }, (_, at) => `=?x${at}?Q?=e9=f6=ee?=`).join(' ') }),
    ],
    ['random bytes', () => Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7919) % 256))],
    ['nothing', () => ''],
  ])('with %s is read or passed over in bounded time', async (_what, write) => {
    const raw = write();
    const start = process.cpuUsage();
    const arrival = await read(raw);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(3_000);
    if (arrival?.kind === 'message') expect(arrival.message.text.length).toBeLessThan(20_000);
  });
});
