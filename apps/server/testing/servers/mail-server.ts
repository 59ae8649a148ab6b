import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A message as the server got it. */
export interface Mail {
  /** The addresses of the envelope. */
  readonly from: string;
  readonly to: readonly string[];
  /** The lines of the header, unfolded. */
  readonly headers: readonly string[];
  readonly text: string;
}

/** A real mail server on this computer, which keeps the mails that it gets. */
export interface MailServer {
  /** The settings of a service that sends through it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly mails: readonly Mail[];
  /** The commands `RCPT TO`, also refused ones. */
  readonly attempts: () => number;
  /** Sets its answer to `RCPT TO` from now on: a code such as 451, or undefined to accept. */
  answer(code: number | undefined): void;
  close(): Promise<void>;
}

/** The user and password that it demands; characters that a URL must escape. */
const credentials = { user: 'par/ley', pass: 'p@ss:wörd' } as const;

/** Starts a mail server; the caller must close it. */
export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = [];
  let refusal: number | undefined;
  let attempts = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === credentials.user && password === credentials.pass
        ? done(null, { user: username })
        : done(new Error('Wrong user or password')),
    onRcptTo: ({ address }, _session, done) => {
      attempts += 1;
      if (refusal === undefined) return done();
      done(Object.assign(new Error(`I do not like ${address}`), { responseCode: refusal }));
    },
    onData: (stream, { envelope }, done) => {
      textOf(stream).then((raw) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), ...parse(raw) });
        done();
      }, done);
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
  const { port } = server.server.address() as AddressInfo;
  const [user, pass] = [credentials.user, credentials.pass].map(encodeURIComponent);
  return {
    environment: { SMTP_URL: `smtp://${user}:${pass}@127.0.0.1:${port}`, MAIL_FROM: 'Parley <parley@example.com>' },
    mails,
    attempts: () => attempts,
    answer: (code) => {
      refusal = code;
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

/** Splits a message, unfolds its header, and decodes quoted-printable and base64. */
function parse(raw: string): Pick<Mail, 'headers' | 'text'> {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const body = raw.slice(end + 4);
  const encoding = headers.find((line) => /^content-transfer-encoding:/i.test(line))?.split(': ')[1];
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? Buffer.from(
            body
              .replaceAll('=\r\n', '')
              .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          )
        : Buffer.from(body, 'utf8');
  return { headers, text: bytes.toString('utf8').replaceAll('\r\n', '\n') };
}
