// @module-tag pure

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { startMailServer } from '../../testing/servers/mail-server.ts';
import { readConfig } from '../config/config.ts';
import type { MailSettings } from './settings.ts';
import { createSend } from './transport.ts';

const server = await startMailServer();
afterAll(server.close);

const settingsOf = (environment: Readonly<Record<string, string>>): MailSettings => {
  const { mail } = readConfig(environment);
  if (mail === undefined) throw new Error('The settings have no mail server.');
  return mail;
};

const settings = settingsOf(server.environment);
const message = { to: 'ada@example.com', subject: 'Grüße', text: 'Zeile eins.\n.\nZeile drei.\n' };
const sending = (id: string) => ({ id, signal: new AbortController().signal });

/** A server that greets with a text, or says nothing; returns its URL and how many connections are open. */
async function listen(greet: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const fake = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    greet(socket);
  });
  await new Promise<void>((listening) => fake.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    fake.close();
  });
  return { url: `smtp://127.0.0.1:${(fake.address() as AddressInfo).port}`, sockets };
}

describe('mail over SMTP', () => {
  test('a message arrives as it was sent, once for its address', async () => {
    await createSend(settings)(message, sending('job_1'));
    const mail = server.mails.at(-1);
    expect(mail).toMatchObject({ from: 'parley@example.com', to: ['ada@example.com'], text: message.text });
    expect(mail?.headers).toEqual(
      expect.arrayContaining([
        'From: Parley <parley@example.com>',
        'To: ada@example.com',
        'Message-ID: <job_1@example.com>',
        'Auto-Submitted: auto-generated',
      ]),
    );
  });

  test('a subject with line ends adds no header', async () => {
    await createSend(settings)({ ...message, subject: 'One\r\nBcc: eve@example.com\r\n\r\nTwo' }, sending('job_2'));
    const mail = server.mails.at(-1);
    expect(mail?.to).toEqual(['ada@example.com']);
    expect(mail?.headers.filter((line) => /^bcc/i.test(line))).toEqual([]);
    expect(mail?.text).toBe(message.text);
  });

  test.each([
    [451, 'The mail server answered 451 to RCPT TO.', true],
    [550, 'The mail server answered 550 to RCPT TO.', false],
  ])('an answer %i fails without the server’s words', async (code, reason, retry) => {
    server.answer(code);
    onTestFinished(() => server.answer(undefined));
    await expect(createSend(settings)(message, sending('job_3'))).rejects.toMatchObject({ message: reason, retry });
  });

  test('a wrong password is tried again: the operator may mend it', async () => {
    const wrong = { ...settings, auth: { user: 'par/ley', pass: 'wrong' } };
    const failure = createSend(wrong)(message, sending('job_4'));
    await expect(failure).rejects.toMatchObject({
      message: expect.stringMatching(/^The mail server answered 535/),
      retry: true,
    });
  });

  test('a server that closes the connection', async () => {
    const { url } = await listen((socket) => socket.destroy());
    const gone = settingsOf({ SMTP_URL: url, MAIL_FROM: 'parley@example.com' });
    await expect(createSend(gone)(message, sending('job_5'))).rejects.toMatchObject({
      message: expect.stringMatching(/^The mail server could not be used \(E\w+\)\.$/),
      retry: true,
    });
  });

  test('no password goes to a server that offers no TLS', async () => {
    const strict = { ...settings, requireTls: true };
    const before = server.attempts();
    await expect(createSend(strict)(message, sending('job_6'))).rejects.toMatchObject({ retry: true });
    expect(server.attempts()).toBe(before);
  });

  test('an abort ends it at once, also while the server says nothing, and leaves no connection', async () => {
    const controller = new AbortController();
    const connected = new Promise<void>((resolve) => {
      void listen(() => resolve()).then(({ url, sockets }) => {
        const silent = settingsOf({ SMTP_URL: url, MAIL_FROM: 'parley@example.com' });
        const sent = createSend(silent)(message, { id: 'job_7', signal: controller.signal });
        void closing.push([sent, sockets]);
      });
    });
    const closing: [Promise<void>, Set<Socket>][] = [];
    await connected;
    controller.abort(new Error('The process shuts down.'));
    const [[sent, sockets] = []] = closing;
    await expect(sent).rejects.toThrow('The process shuts down.');
    for (const socket of sockets ?? []) await new Promise((closed) => socket.once('close', closed));
    expect(sockets?.size).toBe(0);
  });
});
