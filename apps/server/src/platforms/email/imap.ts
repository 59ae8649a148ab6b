import type { Socket } from 'node:net';
import type { FetchMessageObject, ImapFlow, MailboxObject } from 'imapflow';
import { parsed } from '../../mail/reading/parse.ts';
import { type SendContext, SendFailure } from '../messenger.ts';
import { codeIn, type MailError, unopened, untrusted } from './failures.ts';
import { openServer, times } from './mail-servers.ts';
import { type EmailSettings, imapLogin } from './settings.ts';

/** A mailbox that is open for reading. Nothing in it is changed. */
export interface OpenMailbox {
  /** Another one means that all UIDs are others (RFC 3501, section 2.3.1.1). */
  readonly validity: string;
  /** The UID that the next mail will have, or less. */
  readonly nextUid: number;
  /** Lists the mails whose UIDs are in a range, in order of their UIDs. */
  list(from: number, to: number): Promise<readonly Listed[]>;
  /** The lowest UID of the mails that arrived on the day of a time (ms since 1970) or later; undefined for no mail. */
  firstSince(time: number): Promise<number | undefined>;
  /** The beginning of a mail; undefined if it is gone, or its server can't deliver it. */
  source(uid: number): Promise<Buffer | undefined>;
}

/** A mail in a mailbox. */
export interface Listed {
  readonly uid: number;
  /** Time of arrival, in ms since 1970; undefined if the server doesn't tell. */
  readonly at: number | undefined;
}

/** Bounds of what the server sends, in bytes. */
const bounds = {
  maxLineLength: 1024 * 1024,
  maxLiteralSize: 2 * parsed.bytes,
  maxResponseSize: 4 * parsed.bytes,
} as const;

/** Failures that come again with the same mail: its server sends more than was asked for. */
const poison: readonly unknown[] = ['LiteralTooLarge', 'ResponseTooLarge', 'LineTooLarge'];

/** Codes with which a server says that a login fails only for now (RFC 5530). */
const passing: readonly unknown[] = ['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG', 'THROTTLED', 'ALERT'];

/** Logs in and opens the mailbox for reading, uses it, and logs out. Throws a `SendFailure`. */
export async function withMailbox<Result>(
  settings: EmailSettings,
  context: Pick<SendContext, 'connect' | 'signal'>,
  use: (mailbox: OpenMailbox) => Promise<Result>,
): Promise<Result> {
  const { imapHost: host, imapPort: port } = settings;
  let close = () => {};
  let broken: Error | undefined;
  try {
    const { socket, identity } = await openServer({ protocol: 'imap', host, port }, context);
    close = () => void socket.destroy();
    // Commands that wait fail with the connection; the reason is what broke it.
    let fail: (error: Error) => void = () => {};
    const breaking = new Promise<never>((_, reject) => {
      fail = (error) => {
        broken ??= error;
        close();
        reject(error);
      };
    });
    breaking.catch(ignore);
    socket.on('error', fail);
    // Loaded with the first look: most installations have no mailbox.
    const { ImapFlow: Client } = await import('imapflow');
    const { user, password } = imapLogin(settings);
    const client = new Client({
      ...{ host, port, secure: true, auth: { user, pass: password ?? '' }, logger: false, ...bounds },
      // TLS goes over the judged connection, and makes sure of the host.
      ...{
        tls: { ...identity, socket },
        ...(identity.servername !== undefined && { servername: identity.servername }),
      },
      ...{ disableAutoIdle: true, disableCompression: true, disableAutoEnable: true, clientInfo: { name: 'Parley' } },
      ...{ connectionTimeout: times.connect, greetingTimeout: times.connect, socketTimeout: times.answer },
    });
    close = () => {
      // The client stops listening to its own TLS socket, which still fails with the connection.
      socketOf(client)?.on('error', ignore);
      client.close();
      socket.destroy();
    };
    client.on('error', fail);
    const because = (error: unknown) => broken ?? error;
    return await session(client, { path: settings.imapMailbox, breaking, because, use });
  } catch (error) {
    context.signal?.throwIfAborted();
    throw imapFailure(broken ?? error, settings.imapMailbox);
  } finally {
    close();
  }
}

/** The socket that the client has made of the connection; its types leave it out. */
const socketOf = (client: ImapFlow) => (client as { readonly socket?: Socket | false | null }).socket || undefined;

const ignore = () => {};

/** Work to do in a session. */
interface Session<Result> {
  readonly path: string;
  /** Rejects once the connection is broken: logging in would wait for its time limit. */
  readonly breaking: Promise<never>;
  /** The reason for which a command failed. */
  because(error: unknown): unknown;
  use(mailbox: OpenMailbox): Promise<Result>;
}

async function session<Result>(client: ImapFlow, { path, breaking, because, use }: Session<Result>) {
  await Promise.race([breaking, client.connect()]);
  const mailbox = await client.mailboxOpen(path, { readOnly: true });
  const result = await use(opened(client, mailbox, because));
  await client.logout().catch(() => undefined);
  return result;
}

const opened = (
  client: ImapFlow,
  { uidValidity, uidNext }: MailboxObject,
  because: (error: unknown) => unknown,
): OpenMailbox => ({
  validity: String(uidValidity),
  nextUid: Number(uidNext) || 1,
  list: async (from, to) => {
    const found = await client.fetchAll(`${from}:${to}`, { uid: true, internalDate: true }, { uid: true });
    return found
      .map((mail) => ({ uid: mail.uid, at: timeOf(mail) }))
      .filter(({ uid }) => uid >= from && uid <= to)
      .sort((one, other) => one.uid - other.uid);
  },
  firstSince: async (time) => {
    const found = await client.search({ since: new Date(time) }, { uid: true });
    return Array.isArray(found) && found.length > 0 ? found.reduce((least, uid) => Math.min(least, uid)) : undefined;
  },
  source: async (uid) => {
    // One byte more than is parsed tells that there is more.
    const query = { uid: true, source: { start: 0, maxLength: parsed.bytes + 1 } };
    const found = await client.fetchOne(String(uid), query, { uid: true }).catch((error: unknown) => {
      throw because(error);
    });
    return found === false || found === undefined ? undefined : found.source;
  },
});

function timeOf({ internalDate }: FetchMessageObject): number | undefined {
  const time = internalDate instanceof Date ? internalDate.getTime() : Date.parse(internalDate ?? '');
  return Number.isFinite(time) ? time : undefined;
}

/** True if the error will recur for as long as the same mail is requested. */
export const isPoison = (error: unknown): boolean => poison.includes((error as MailError).code);

/** Turns an error of IMAP into a failure; the server's own words stay out of it. */
function imapFailure(error: unknown, mailbox: string): SendFailure {
  if (error instanceof SendFailure) return error;
  const early = unopened(error, 'IMAP') ?? untrusted(error, 'IMAP');
  if (early !== undefined) return early;
  const { code, authenticationFailed, serverResponseCode, mailboxMissing } = error as MailError;
  if (authenticationFailed === true) {
    if (passing.includes(serverResponseCode)) {
      return new SendFailure('imap_login', `The IMAP server can’t check the login now (${serverResponseCode}).`);
    }
    return new SendFailure('imap_login', 'The IMAP server refuses the user or the password.', { isRefusal: true });
  }
  if (mailboxMissing === true || serverResponseCode === 'NONEXISTENT') {
    return new SendFailure('imap_mailbox', `The mailbox has no folder ${mailbox}.`, { isFinal: true });
  }
  const shown = serverResponseCode ?? code;
  return new SendFailure('imap_unreachable', `The IMAP server could not be used (${codeIn(shown)}).`);
}
