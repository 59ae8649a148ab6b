import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { domainOf } from '../../mail/reading/address.ts';
import type { SendContext } from '../messenger.ts';
import { openServer, times } from './mail-servers.ts';
import type { EmailSettings } from './settings.ts';
import { smtpFailure } from './smtp-failures.ts';

/** A mail on its way. */
interface Outgoing {
  readonly from: string;
  readonly to: string;
  /** The whole mail (RFC 5322). */
  readonly raw: Buffer;
}

type Dialling = Pick<SendContext, 'connect' | 'signal'>;

/** Work to do in a session. */
interface Session {
  /** `failed` rejects when the connection fails. */
  use(session: SMTPConnection, failed: Promise<never>): Promise<void>;
  /** True if the whole mail was sent before a failure. */
  readonly isSent?: () => boolean;
}

/** Opens a session with the mail server and logs in, uses it, and closes it. Throws a `SendFailure`. */
async function withSession(
  settings: EmailSettings,
  context: Dialling,
  { use, isSent = () => false }: Session,
): Promise<void> {
  const { smtpHost: host, smtpPort: port, smtpSecurity, smtpUser: user, smtpPassword: pass } = settings;
  let close = () => {};
  try {
    const { socket, identity } = await openServer({ protocol: 'smtp', host, port }, context);
    close = () => void socket.destroy();
    // Loaded with the first mail: most installations send none.
    const { default: Connection } = await import('nodemailer/lib/smtp-connection');
    const session = new Connection({
      ...{ connection: socket, host, port, secure: smtpSecurity === 'tls', requireTLS: true, tls: identity },
      // The name of this machine stays private.
      ...{ name: domainOf(settings.address), logger: false, maxResponseSize: 64 * 1024 },
      ...{ connectionTimeout: times.connect, greetingTimeout: times.connect, socketTimeout: times.answer },
    });
    close = () => {
      session.close();
      socket.destroy();
    };
    const failed = new Promise<never>((_resolve, reject) => {
      session.once('error', reject);
      socket.once('error', reject);
    });
    failed.catch(() => undefined);
    await Promise.race([failed, done((end) => session.connect(end))]);
    if (user !== '') await Promise.race([failed, done((end) => session.login({ user, pass: pass ?? '' }, end))]);
    await use(session, failed);
  } catch (error) {
    // The job knows why it was aborted; the ledger knows that the mail may have been sent.
    context.signal?.throwIfAborted();
    throw smtpFailure(error, isSent());
  } finally {
    close();
  }
}

/** Awaits a function that takes a callback. */
const done = (start: (end: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())));

/** Sends a mail, and returns when the server has taken it. Throws a `SendFailure`. */
export async function sendMail(settings: EmailSettings, context: Dialling, { from, to, raw }: Outgoing): Promise<void> {
  let isSent = false;
  await withSession(settings, context, {
    use: async (session, failed) => {
      // It is read when the server has asked for the mail; the last line follows its end.
      const body = Readable.from([raw], { objectMode: false }).once('end', () => {
        isSent = true;
      });
      const envelope = { from, to: [to], size: raw.length };
      await Promise.race([failed, done((end) => session.send(envelope, body, end))]);
    },
    isSent: () => isSent,
  });
}

/** Logs in, and sends nothing. Throws a `SendFailure`. */
export const tryLogin = (settings: EmailSettings, context: Dialling): Promise<void> =>
  withSession(settings, context, { use: async () => undefined });
