import type { Socket } from 'node:net';
import { type ImapMailbox, months } from './imap-mailbox.ts';

/** The data and handlers of a session. */
export interface ImapService {
  readonly mailbox: ImapMailbox;
  /** Names of folders beside INBOX; they show the same mails. */
  readonly folders: readonly string[];
  /** Returns the answer to a login. */
  answerLogin(user: string | undefined, password: string | undefined): string;
  onCommand(command: string): void;
}

type Command = (tag: string, rest: string) => void;

/** Splits the arguments of a command: atoms, quoted strings and lists. */
const argumentsOf = (text: string): string[] =>
  [...text.matchAll(/"((?:[^"\\]|\\.)*)"|\(([^)]*)\)|(\S+)/g)].map(
    ([whole, quoted, list]) => quoted?.replace(/\\(.)/g, '$1') ?? list ?? whole,
  );

const plainOf = (encoded: string) => Buffer.from(encoded, 'base64').toString().split('\0').slice(1);

const capabilities = 'CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR ID NAMESPACE';

/** Serves one connection as RFC 3501 has it, as far as a client needs that reads one mailbox. */
export function serveImap(socket: Socket, service: ImapService): void {
  let isSelected = false;
  let authenticating: string | undefined;
  const send = (text: string | Buffer) => void (socket.writable && socket.write(text));
  const end = (tag: string, answer: string) => send(`${tag} ${answer}\r\n`);
  const says =
    (...lines: readonly string[]): Command =>
    (tag) => {
      for (const line of lines) send(`* ${line}\r\n`);
      end(tag, 'OK done');
    };
  const open =
    (access: string): Command =>
    (tag, rest) => {
      const [name = ''] = argumentsOf(rest);
      if (name !== 'INBOX' && !service.folders.includes(name)) return end(tag, 'NO [NONEXISTENT] no such mailbox');
      isSelected = true;
      const { validity, nextUid } = service.mailbox.state();
      send(`* FLAGS (\\Seen)\r\n* ${service.mailbox.mails().length} EXISTS\r\n* 0 RECENT\r\n`);
      send(`* OK [UIDVALIDITY ${validity}] stable\r\n* OK [UIDNEXT ${nextUid}] next\r\n`);
      return end(tag, `OK [${access}] done`);
    };
  const uid: Command = (tag, rest) => {
    if (!isSelected) return end(tag, 'BAD not selected');
    const [what = '', set = ''] = argumentsOf(rest);
    if (/^search$/i.test(what)) send(`* SEARCH${search(service.mailbox, rest)}\r\n`);
    else if (!fetchAll(service.mailbox, { set, rest, send })) return void socket.destroy();
    return end(tag, 'OK done');
  };
  const commands: Readonly<Record<string, Command>> = {
    ...{ CAPABILITY: says(capabilities), ID: says('ID NIL'), NAMESPACE: says('NAMESPACE (("" "/")) NIL NIL') },
    ...{ NOOP: says(), LSUB: says(), CLOSE: says(), SELECT: open('READ-WRITE'), EXAMINE: open('READ-ONLY'), UID: uid },
    LIST: says(...['INBOX', ...service.folders].map((name) => `LIST () "/" "${name}"`)),
    LOGIN: (tag, rest) => end(tag, service.answerLogin(argumentsOf(rest)[0], argumentsOf(rest)[1])),
    AUTHENTICATE: (tag, rest) => {
      const [, initial] = argumentsOf(rest);
      if (initial !== undefined) return end(tag, service.answerLogin(plainOf(initial)[0], plainOf(initial)[1]));
      authenticating = tag;
      return send('+ \r\n');
    },
    LOGOUT: (tag) => {
      says('BYE bye')(tag, '');
      socket.end();
    },
  };
  send(`* OK [${capabilities}] ready\r\n`);
  onLines(socket, (text) => {
    if (authenticating !== undefined) {
      end(authenticating, service.answerLogin(plainOf(text)[0], plainOf(text)[1]));
      authenticating = undefined;
      return;
    }
    const [, tag = '*', name = '', rest = ''] = /^(\S+) (\S+) ?(.*)$/.exec(text) ?? [];
    const command = name.toUpperCase();
    service.onCommand(['LOGIN', 'AUTHENTICATE'].includes(command) ? command : `${command} ${rest}`.trim());
    (commands[command] ?? (() => end(tag, 'BAD unknown')))(tag, rest);
  });
}

function onLines(socket: Socket, onLine: (text: string) => void): void {
  let buffered = '';
  socket.on('data', (chunk: Buffer) => {
    buffered += chunk.toString('utf8');
    for (let at = buffered.indexOf('\r\n'); at !== -1; at = buffered.indexOf('\r\n')) {
      const text = buffered.slice(0, at);
      buffered = buffered.slice(at + 2);
      onLine(text);
    }
  });
}

/** The UIDs of mails that came in on a day or later. */
function search(mailbox: ImapMailbox, rest: string): string {
  const [, date, month = '', year] = /SINCE "?(\d{1,2})-(\w{3})-(\d{4})/i.exec(rest) ?? [];
  const day = date === undefined ? 0 : Date.UTC(Number(year), months.indexOf(month), Number(date));
  const found = mailbox.mails().filter(({ at }) => at.getTime() >= day);
  return found.map(({ uid }) => ` ${uid}`).join('');
}

interface Fetching {
  readonly set: string;
  readonly rest: string;
  send(response: Buffer): void;
}

/** Sends the requested parts of some mails; false if the connection is to be cut. */
function fetchAll(mailbox: ImapMailbox, { set, rest, send }: Fetching): boolean {
  const last = mailbox.mails().at(-1)?.uid ?? 0;
  const ranges = set.split(',').map((range) => {
    const ends = range.split(':').map((end) => (end === '*' ? last : Number(end)));
    return [Math.min(...ends), Math.max(...ends)] as const;
  });
  for (const mail of mailbox.mails()) {
    if (!ranges.some(([low, high]) => mail.uid >= low && mail.uid <= high)) continue;
    const response = mailbox.fetched(mail, rest);
    if (response === undefined) return false;
    send(response);
  }
  return true;
}
