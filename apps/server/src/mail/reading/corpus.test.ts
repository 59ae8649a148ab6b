// @module-tag pure

import { expect, test } from 'vitest';
import { charsetMails, subjectMails } from '../../../testing/mail/charsets.ts';
import { htmlMails, mimeMails } from '../../../testing/mail/forms.ts';
import { automaticMails, mailsOfPeople } from '../../../testing/mail/notes.ts';
import { firstMails, programReplies } from '../../../testing/mail/programs.ts';
import { replies } from '../../../testing/mail/replies.ts';
import { type CorpusMail, writeCorpusMail } from '../../../testing/mail/write-corpus-mail.ts';
import { contentOf, isReadable } from '../../platforms/content/content.ts';
import { readMail } from '../../platforms/email/arrival.ts';
import { parseMail } from './parse.ts';

const settings = { address: 'support@shop.test', authServer: '' };

/** The text that is read of a mail, without the subject that begins a thread; null if it isn't answered. */
async function readingOf(mail: CorpusMail): Promise<string | null> {
  const arrival = await readMail(writeCorpusMail(mail), settings);
  if (arrival?.kind !== 'message') return null;
  const { message } = arrival;
  return isReadable(message) ? contentOf(message).replace(/^Subject: .*\n\n/, '') : `(${message.unreadable})`;
}

/** The mails that are read otherwise than they should be. */
async function wrongOf(mails: readonly CorpusMail[]) {
  const read = await Promise.all(
    mails.map(async (mail) => ({ name: mail.name, reads: await readingOf(mail), right: mail.reads })),
  );
  return read.filter(({ reads, right }) => reads !== right);
}

test('answers of twelve kinds in sixteen languages are read without what they repeat', async () => {
  expect(replies.length).toBeGreaterThan(150);
  expect(await wrongOf(replies)).toEqual([]);
});

test('answers of programs that write in a form of their own are read without what they repeat', async () => {
  expect(await wrongOf(programReplies)).toEqual([]);
});

test('a first mail is read whole, without its signature', async () => {
  expect(await wrongOf(firstMails)).toEqual([]);
});

test('absence notes, replies of calendars and reports are never answered', async () => {
  expect(await wrongOf(automaticMails)).toEqual([]);
});

test('people who write about such mail are answered', async () => {
  expect(mailsOfPeople.length).toBeGreaterThan(40);
  expect(await wrongOf(mailsOfPeople)).toEqual([]);
});

test('charsets that are missing, wrong, unknown or rare are found', async () => {
  expect(charsetMails.length).toBeGreaterThan(150);
  expect(await wrongOf(charsetMails)).toEqual([]);
});

test('subjects are read in any charset', async () => {
  const read = await Promise.all(
    subjectMails.map(async ([name, subject, right, type = 'text/plain; charset=utf-8']) => {
      const mail = await parseMail(writeCorpusMail({ ...{ name, subject, type, text: 'Words.', reads: 'Words.' } }));
      return { name, subject: mail?.subject, right };
    }),
  );
  expect(read.filter(({ subject, right }) => subject !== right)).toEqual([]);
});

test('HTML keeps what a reader sees, and the addresses of links', async () => {
  expect(await wrongOf(htmlMails)).toEqual([]);
});

test('parts are put together as a mail program shows them, also if they are broken', async () => {
  expect(await wrongOf(mimeMails)).toEqual([]);
});
