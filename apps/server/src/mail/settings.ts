import { parseUrl } from '../parse-url.ts';
import { maxCharacters } from '../schemas/limits.ts';

/** The mail server of the operator, and the sender. */
export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** True if TLS begins with the connection (smtps://); otherwise STARTTLS is used if the server offers it. */
  readonly secure: boolean;
  /** True to refuse a server without STARTTLS: a password goes to no other computer in clear text. */
  readonly requireTls: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
  readonly from: Sender;
}

/** The sender of every message. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings that may be in a file. */
export const mailSecretNames = ['SMTP_URL'] as const;

const urlSetting = 'SMTP_URL';
const fromSetting = 'MAIL_FROM';

/** The usual ports of submission (RFC 8314): with TLS from the start, and with STARTTLS. */
const defaultPorts = { 'smtps:': 465, 'smtp:': 587 } as const;

/** A plain address: no quotes, comments, lists or control characters, which mail programs read in several ways. */
const plainAddress = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+$/u;

/** True if mail can be sent to an address. Quoted names and lists are refused. */
export const isMailable = (address: string): boolean =>
  address.length <= maxCharacters.email && plainAddress.test(address);

/**
 * Reads the settings of mail: both or neither. Adds a sentence to `problems` for each wrong one, never the value of
 * `SMTP_URL`, which may hold a password.
 */
export function readMail(environment: Environment, problems: string[]): MailSettings | undefined {
  const given = environment[urlSetting] || undefined;
  const sender = environment[fromSetting] || undefined;
  if (given === undefined && sender === undefined) return undefined;
  if (given === undefined || sender === undefined) {
    problems.push(`${urlSetting} and ${fromSetting}: set both or neither`);
    return undefined;
  }
  const server = readServer(given);
  const from = readSender(sender);
  if (server === undefined) {
    problems.push(`${urlSetting}: must look like smtps://user:password@mail.example.com or smtp://mail.example.com:25`);
  }
  if (from === undefined) {
    problems.push(`${fromSetting}: must be an address, such as parley@example.com or Parley <parley@example.com>`);
  }
  return server === undefined || from === undefined ? undefined : { ...server, from };
}

function readServer(input: string): Omit<MailSettings, 'from'> | undefined {
  const url = parseUrl(input);
  if (url === undefined) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = url;
  if (protocol !== 'smtp:' && protocol !== 'smtps:') return undefined;
  // No options in a query: the settings that matter are fixed here.
  if (hostname === '' || !/^\/?$/.test(pathname) || `${search}${hash}` !== '') return undefined;
  const [user, pass] = [decoded(username), decoded(password)];
  if (user === undefined || pass === undefined || (user === '') !== (pass === '')) return undefined;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const secure = protocol === 'smtps:';
  return {
    ...{ host, secure, port: port === '' ? defaultPorts[protocol] : Number(port) },
    requireTls: !secure && user !== '' && !/^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host),
    auth: user === '' ? undefined : { user, pass },
  };
}

/** Decodes a part of a URL; undefined if it is malformed. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function readSender(input: string): Sender | undefined {
  const [, quoted, plain, bracketed] = /^(?:"([^"\\\p{C}]*)"\s*|([^"<>\\\p{C}]*))<([^<>]*)>$/u.exec(input.trim()) ?? [];
  const address = bracketed ?? input.trim();
  return isMailable(address) ? { name: (quoted ?? plain ?? '').trim(), address } : undefined;
}
