import { Type } from 'typebox';
import { invalid } from '../errors.ts';
import type { Database } from '../storage/database.ts';
import { expiry } from '../storage/expired.ts';
import { JobFailure, job } from '../storage/jobs/kind.ts';
import type { Enqueue } from '../storage/jobs/queue.ts';
import type { Statement } from '../storage/unit.ts';
import { counted, type MailKind } from './limits.ts';
import { isMailable, type MailSettings } from './settings.ts';
import { createSend, type Message } from './transport.ts';

/** Max length of a subject and of a text, in characters. */
const maxSubject = 200;
const maxText = 10_000;

/** Sends a message. The payload is sealed as a whole: texts hold codes and links, and neither is stored in the clear. */
const send = {
  name: 'mail.send',
  payload: Type.Object({ sealed: Type.String(), until: Type.Integer() }),
  timeoutMs: 60_000,
  concurrency: 4,
} as const;

/** Dependencies of mail. */
export interface MailNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly enqueue: Enqueue;
  readonly secrets: { seal(text: string): string; open(sealed: string): string; mailDigest(text: string): string };
}

/** A message, and what it counts for. */
interface Posting extends Message {
  readonly kind: MailKind;
  /** The workspace among whose jobs it waits. */
  readonly workspace: string;
  readonly account: string;
  /** From when on it is useless and no longer sent, in milliseconds since 1970. */
  readonly until: number;
}

/** Mail, as features use it. */
export type Mail = ReturnType<typeof createMail>;

/** Mail to people. A message is a job: it is retried, and outlives the process. */
export function createMail(settings: MailSettings | undefined, { db, now, enqueue, secrets }: MailNeeds) {
  const sends = settings === undefined ? undefined : createSend(settings);
  return {
    /** Whether a mail server is set. */
    isOn: sends !== undefined,

    /**
     * Returns the statements that send a message once the unit of work is committed. Throws `too_many_mails`, or
     * `validation_failed` for an address to which nothing can be sent.
     */
    post: async ({ kind, workspace, account, until, to, subject, text }: Posting): Promise<Statement[]> => {
      if (!isMailable(to))
        throw invalid([{ path: 'email', message: 'must be a plain address such as ada@example.com' }]);
      const message: Message = { to, subject: oneLine(subject), text: text.slice(0, maxText).toWellFormed() };
      const payload = { sealed: secrets.seal(JSON.stringify(message)), until };
      return [
        ...(await counted({ db, now, digest: secrets.mailDigest }, kind, { address: to, account })),
        enqueue(workspace, { kind: send, payload }),
      ];
    },

    /** Sends what was posted; forgets finished windows of the limits. */
    jobs: [
      job(send, async ({ id, payload: { sealed, until }, signal, now: current }) => {
        if (current() >= until) return;
        if (sends === undefined) throw new JobFailure('No mail server is set (SMTP_URL and MAIL_FROM).');
        await sends(JSON.parse(secrets.open(sealed)) as Message, { id, signal });
      }),
      expiry(db, 'mail_windows'),
    ],
  };
}

/** A header is one line: whatever would end it becomes a space. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .slice(0, maxSubject)
    .toWellFormed();
