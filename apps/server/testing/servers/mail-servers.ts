import { selfSigned } from '../outbound/certificate.ts';
import { type ImapServer, startImapServer } from './imap-server.ts';
import { type SmtpServer, startSmtpServer, type TakenMail } from './smtp-server.ts';

/** The login of the mailbox on the servers. */
const usualLogin = { user: 'support@shop.test', password: 'p@ss "wörd"' } as const;

/** The mail servers of a mailbox, with a certificate for `localhost`. */
export interface MailServers {
  readonly smtp: SmtpServer;
  readonly imap: ImapServer;
  /** The environment of a service that may reach them. */
  readonly environment: Readonly<Record<string, string>>;
  /** The certificate that the service must trust. */
  readonly trustedCa: string;
  /** The settings of a channel with the mailbox. */
  readonly settings: Readonly<Record<string, string | number>>;
  close(): Promise<void>;
}

/** Settings of the servers. */
interface MailOptions {
  readonly smtpSecurity?: 'tls' | 'starttls';
  readonly password?: string;
  /** Called with each mail that the SMTP server takes. */
  readonly onMail?: (mail: TakenMail) => void;
}

/** Starts an SMTP and an IMAP server on loopback; the caller must close them. */
export async function startMailServers({
  smtpSecurity = 'tls',
  onMail,
  password = usualLogin.password,
}: MailOptions = {}): Promise<MailServers> {
  const login = { user: usualLogin.user, password };
  const certificate = selfSigned('localhost');
  const isSecure = smtpSecurity === 'tls';
  const smtp = await startSmtpServer({ ...login, certificate, isSecure, ...(onMail && { onMail }) });
  const imap = await startImapServer({ ...login, certificate, folders: ['Support'] });
  return {
    ...{ smtp, imap, trustedCa: certificate.cert },
    environment: { PARLEY_ALLOW_PRIVATE_HOSTS: `localhost:${smtp.port},localhost:${imap.port}` },
    settings: {
      ...{ address: login.user, fromName: 'Shop', inbound: 'imap', smtpSecurity },
      ...{ smtpHost: 'localhost', smtpPort: smtp.port, smtpUser: login.user, smtpPassword: login.password },
      ...{ imapHost: 'localhost', imapPort: imap.port },
    },
    close: async () => {
      await smtp.close();
      await imap.close();
    },
  };
}

/** Deviations of a test mail from a plain one. */
export interface MailDraft {
  readonly from?: string;
  readonly to?: string;
  readonly subject?: string;
  readonly text?: string;
  /** The ID without brackets; none if it is null. */
  readonly id?: string | null;
  /** Further header lines, such as `In-Reply-To: <a@b>`. */
  readonly headers?: readonly string[];
  readonly type?: string;
}

let written = 0;

/** Writes a mail (RFC 5322). */
export function writeMail(draft: MailDraft = {}): string {
  written += 1;
  const {
    from = 'Ada <ada@customer.test>',
    to = usualLogin.user,
    subject = 'Parcel',
    text = 'Where is my parcel?',
  } = draft;
  const {
    id = `mail-${written}.${process.pid}@customer.test`,
    headers = [],
    type = 'text/plain; charset=utf-8',
  } = draft;
  const lines = [
    ...[`From: ${from}`, `To: ${to}`, `Subject: ${subject}`, `Date: ${new Date().toUTCString()}`],
    ...(id === null ? [] : [`Message-ID: <${id}>`]),
    ...['MIME-Version: 1.0', `Content-Type: ${type}`, ...headers],
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}\r\n`;
}
