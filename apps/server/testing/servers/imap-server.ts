import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:tls';
import type { Certificate } from '../outbound/certificate.ts';
import { createImapMailbox, type ImapMailbox } from './imap-mailbox.ts';
import { serveImap } from './imap-session.ts';

/** A real IMAP server (RFC 3501, over TLS) with one mailbox, which keeps the commands that it gets. */
export interface ImapServer extends Omit<ImapMailbox, 'mails' | 'fetched'> {
  readonly port: number;
  /** The commands so far without their tags; passwords are left out. */
  readonly commands: readonly string[];
  /** Sets its answer to a login from now on: a line such as `NO [AUTHENTICATIONFAILED] no`; undefined to accept. */
  refuseLogins(answer: string | undefined): void;
  close(): Promise<void>;
}

/** Settings of the server. */
export interface ImapOptions {
  readonly certificate: Certificate;
  readonly user: string;
  readonly password: string;
  /** Names of its folders beside INBOX. */
  readonly folders?: readonly string[];
}

/** Starts an IMAP server on loopback; the caller must close it. */
export async function startImapServer({ certificate, user, password, folders = [] }: ImapOptions): Promise<ImapServer> {
  const mailbox = createImapMailbox();
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  let loginAnswer: string | undefined;
  const answerLogin = (name: string | undefined, given: string | undefined) => {
    if (loginAnswer !== undefined) return loginAnswer;
    const isRight = name === user && given === password;
    return isRight ? 'OK [CAPABILITY IMAP4rev1 ID NAMESPACE] done' : 'NO [AUTHENTICATIONFAILED] wrong';
  };
  const server = createServer({ ...certificate }, (socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    serveImap(socket, { mailbox, folders, answerLogin, onCommand: (command) => void commands.push(command) });
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { mails: _mails, fetched: _fetched, ...controls } = mailbox;
  return {
    port: (server.address() as AddressInfo).port,
    ...{ commands, ...controls },
    refuseLogins: (answer) => {
      loginAnswer = answer;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
