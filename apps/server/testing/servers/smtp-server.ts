import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Certificate } from '../outbound/certificate.ts';

/** A mail as the server took it. */
export interface TakenMail {
  /** The addresses of the envelope. */
  readonly from: string;
  readonly to: readonly string[];
  /** The whole mail. */
  readonly raw: string;
  readonly email: Email;
  /** True if it came over TLS. */
  readonly isSecure: boolean;
  /** The value of a header, unfolded; undefined if the mail lacks it. */
  header(name: string): string | undefined;
}

/**
 * The step at which the server refuses, and its words; or `cut`: it takes the mail and closes the connection without an
 * answer.
 */
export interface SmtpFault {
  readonly at: 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'cut';
  readonly code?: number;
  readonly text?: string;
}

/** A real mail server that sends for its users, and keeps the mails that it gets. */
export interface SmtpServer {
  readonly port: number;
  readonly mails: readonly TakenMail[];
  /** Number of logins and failed logins. */
  readonly logins: () => number;
  /** Number of mails that were offered to it, including those that it refused. */
  readonly offers: () => number;
  /** Sets the fault from now on; undefined for no fault. */
  fail(fault: SmtpFault | undefined): void;
  close(): Promise<void>;
}

/** Settings of the server. */
export interface SmtpOptions {
  readonly certificate: Certificate;
  readonly user: string;
  readonly password: string;
  /** True if TLS begins with the connection; otherwise by STARTTLS. */
  readonly isSecure: boolean;
  /** Called with each mail that it takes, such as to deliver it elsewhere. */
  readonly onMail?: (mail: TakenMail) => void;
}

/** Starts a mail server on loopback; the caller must close it. */
export async function startSmtpServer(options: SmtpOptions): Promise<SmtpServer> {
  const mails: TakenMail[] = [];
  const counts = { logins: 0, offers: 0 };
  let fault: SmtpFault | undefined;
  const refusal = (at: SmtpFault['at']) =>
    fault?.at === at
      ? Object.assign(new Error(fault.text ?? 'I do not like it'), { responseCode: fault.code })
      : undefined;
  const server = new SMTPServer({
    ...options.certificate,
    secure: options.isSecure,
    authMethods: ['PLAIN', 'LOGIN'],
    onAuth: ({ username, password }, _session, done) => {
      counts.logins += 1;
      const refused = refusal('AUTH');
      if (refused !== undefined) return done(refused);
      if (username === options.user && password === options.password) return done(null, { user: username });
      done(new Error('Wrong user or password'));
    },
    onMailFrom: (_address, _session, done) => {
      counts.offers += 1;
      done(refusal('MAIL') ?? null);
    },
    onRcptTo: (_address, _session, done) => done(refusal('RCPT') ?? null),
    onData: (stream, session, done) => {
      buffer(stream).then(async (bytes) => {
        const refused = refusal('DATA');
        if (refused !== undefined) return done(refused);
        const { mailFrom, rcptTo } = session.envelope;
        const email = await PostalMime.parse(bytes);
        const mail: TakenMail = {
          ...{ from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map(({ address }) => address) },
          ...{ raw: bytes.toString(), email, isSecure: session.secure },
          header: (name) => email.headers.find(({ key }) => key === name.toLowerCase())?.value,
        };
        mails.push(mail);
        options.onMail?.(mail);
        if (fault?.at === 'cut') {
          for (const connection of server.connections) connection.close();
        } else done();
      }, done);
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    logins: () => counts.logins,
    offers: () => counts.offers,
    fail: (next) => {
      fault = next;
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
