import { Type } from 'typebox';
import { invalid } from '../errors.ts';
import type { Database } from '../storage/database.ts';
import { expiry } from '../storage/expired.ts';
import { JobFailure, job } from '../storage/jobs/kind.ts';
import type { Enqueue } from '../storage/jobs/queue.ts';
import type { Sealing } from '../storage/secrets/sealed.ts';
import type { Statement } from '../storage/unit.ts';
import { counted, type MailKind, type SubjectsOf } from './limits.ts';
import { isMailable, type MailSettings } from './settings.ts';
import { createSend, type Message, type Sending } from './transport.ts';

/** Max length of a subject and of a text, in characters. */
const maxSubject = 200;
const maxText = 10_000;

/**
 * Sends a message. The payload is sealed as a whole: texts hold codes and links, and neither is stored in the clear.
 */
const send = {
  name: 'mail.send',
  payload: Type.Object({
    sealed: Type.String(),
    until: Type.Integer(),
    /** The ID of the invitation whose link it is. */
    invitation: Type.Optional(Type.String()),
  }),
  timeoutMs: 60_000,
  attempts: 10,
  concurrency: 4,
} as const;

/** Less than the job's own time, so that the outcome can be stored. */
const sendMs = 50_000;

/** Dependencies of mail. */
export interface MailNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly enqueue: Enqueue;
  readonly secrets: Sealing & { mailDigest(text: string): string };
  /** The invitations whose links are mailed. */
  readonly invitations: InvitationMails;
}

/** Delivery of a message: the server accepted it, it is retried, or it is given up. */
export interface Delivery {
  readonly state: 'sent' | 'waiting' | 'failed';
  /** Why the last attempt failed, without address and text. */
  readonly error: string | null;
  readonly at: number;
}

/** Functions that follow the mail of an invitation. */
export interface InvitationMails {
  /** True if the invitation still exists: a link that doesn't work isn't sent. */
  isOpen(id: string): Promise<boolean>;
  /** Returns the statement that notes the delivery of its mail. */
  note(id: string, delivery: Delivery): Statement;
}

/** A message on its way. */
interface Letter extends Message {
  /** The workspace among whose jobs it waits. */
  readonly workspace: string;
  /** From when on it is useless and no longer sent, in milliseconds since 1970. */
  readonly until: number;
  /** The invitation whose link it is, which then shows its delivery. */
  readonly invitation?: string;
}

/** A message, and the subjects that it counts for. */
interface Posting extends Letter {
  readonly kind: 'code' | 'invitation';
  readonly account: string;
}

/** Mail, as features use it. */
export type Mail = ReturnType<typeof createMail>;

/** Mail to people. A message is a job: it is retried, and outlives the process. */
export function createMail(settings: MailSettings | undefined, needs: MailNeeds) {
  const { db, now, enqueue, secrets, invitations } = needs;
  const sends = settings === undefined ? undefined : createSend(settings);

  /** Returns the statements that count a message. Throws like `post`. */
  const count = async <Kind extends MailKind>(
    kind: Kind,
    subjects: SubjectsOf<Kind> & { readonly address: string },
  ): Promise<Statement[]> => {
    if (!isMailable(subjects.address))
      throw invalid([{ path: 'email', message: 'must be a plain address such as ada@example.com' }]);
    return counted({ db, now, digest: secrets.mailDigest }, kind, subjects);
  };

  /** Returns the statement that sends a message which was counted. */
  const deliver = ({ workspace, until, invitation, to, subject, text }: Letter): Statement => {
    const message: Message = { to, subject: oneLine(subject), text: text.slice(0, maxText).toWellFormed() };
    return enqueue(workspace, {
      kind: send,
      payload: (id) => ({
        sealed: secrets.seal(JSON.stringify(message), ['jobs.payload', id]),
        until,
        ...(invitation !== undefined && { invitation }),
      }),
    });
  };

  /** Sends a message in an attempt at a job. Rejects with a `JobFailure`. */
  const transmit = async (message: Message, { id, signal }: Sending): Promise<void> => {
    if (sends === undefined) throw new JobFailure('No mail server is set (SMTP_URL and MAIL_FROM).');
    await within(signal, (limited) =>
      sends({ ...message, subject: oneLine(message.subject) }, { id, signal: limited }),
    );
  };

  return {
    /** True if a mail server is set. */
    isOn: sends !== undefined,

    /**
     * Returns the statements that send a message once the unit of work is committed. Throws `too_many_mails`, or
     * `validation_failed` for an address to which nothing can be sent.
     */
    post: async ({ kind, account, ...letter }: Posting): Promise<Statement[]> => [
      ...(await count(kind, { address: letter.to, account })),
      deliver(letter),
    ],

    count,
    deliver,
    transmit,

    /** Sends posted messages; forgets finished windows of the limits. */
    jobs: [
      job(send, async ({ id, payload: { sealed, until, invitation }, signal, attempt, now: current }) => {
        if (current() >= until || (invitation !== undefined && !(await invitations.isOpen(invitation)))) return;
        const noted = (delivery: Omit<Delivery, 'at'>) =>
          invitation === undefined ? [] : [invitations.note(invitation, { ...delivery, at: current() })];
        try {
          await transmit(JSON.parse(secrets.open(sealed, ['jobs.payload', id])) as Message, { id, signal });
        } catch (error) {
          if (!(error instanceof JobFailure)) throw error;
          const { message, retry } = error;
          const state = retry && attempt < send.attempts ? 'waiting' : 'failed';
          throw new JobFailure(message, { retry, effect: noted({ state, error: message }) });
        }
        return { effect: noted({ state: 'sent', error: null }) };
      }),
      expiry(db, 'mail_windows'),
    ],
  };
}

/** Runs an attempt that ends at `sendMs`, before the job's own time does. */
async function within(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const late = new AbortController();
  const reason = new JobFailure(`The mail server took longer than ${sendMs / 1000} s.`);
  const timer = setTimeout(() => late.abort(reason), sendMs);
  try {
    await work(AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}

/** A header is one line: whatever would end it becomes a space. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .slice(0, maxSubject)
    .toWellFormed();
