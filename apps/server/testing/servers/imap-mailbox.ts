/** A mail in the mailbox. */
export interface StoredMail {
  readonly uid: number;
  readonly raw: Buffer;
  readonly at: Date;
}

/** The mailbox of an IMAP server: its mails, and its faults. */
export interface ImapMailbox {
  readonly mails: () => readonly StoredMail[];
  readonly state: () => { readonly validity: number; readonly nextUid: number };
  /** Puts a mail into the mailbox, by default now. Returns its UID. */
  deliver(raw: string | Buffer, at?: Date): number;
  /** Removes a mail, as a person does. */
  remove(uid: number): void;
  /** Rebuilds the folder: another UIDVALIDITY, and all UIDs from `first` on. */
  rebuild(first?: number): void;
  /** Cuts the connection when the body of this mail is asked for; undefined for none. */
  cutAt(uid: number | undefined): void;
  /** Announces this many bytes for the body of any mail; undefined for the true number. */
  announce(bytes: number | undefined): void;
  /** The response to FETCH for a mail; undefined if the connection is to be cut. */
  fetched(mail: StoredMail, items: string): Buffer | undefined;
}

/** The months as IMAP writes them. */
export const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const two = (value: number) => String(value).padStart(2, '0');
const internalDate = (at: Date) =>
  `"${two(at.getUTCDate())}-${months[at.getUTCMonth()]}-${at.getUTCFullYear()} ` +
  `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000"`;

const body = /BODY(?:\.PEEK)?\[\](?:<(\d+)\.(\d+)>)?/i;

/** Creates an empty mailbox. */
export function createImapMailbox(): ImapMailbox {
  let mails: StoredMail[] = [];
  let validity = 7;
  let nextUid = 1;
  let cut: number | undefined;
  let announced: number | undefined;

  const bodyOf = ({ raw }: StoredMail, [, start, length]: RegExpExecArray): Buffer => {
    const part = start === undefined ? raw : raw.subarray(Number(start), Number(start) + Number(length));
    const origin = start === undefined ? '' : `<${start}>`;
    return Buffer.concat([Buffer.from(` BODY[]${origin} {${announced ?? part.length}}\r\n`), part]);
  };

  return {
    mails: () => mails,
    state: () => ({ validity, nextUid }),
    deliver: (raw, at = new Date()) => {
      const uid = nextUid;
      nextUid += 1;
      mails.push({ uid, at, raw: Buffer.isBuffer(raw) ? raw : Buffer.from(raw.replace(/\r?\n/g, '\r\n')) });
      return uid;
    },
    remove: (uid) => {
      mails = mails.filter((mail) => mail.uid !== uid);
    },
    rebuild: (first = 1) => {
      validity += 1;
      mails = mails.map((mail, index) => ({ ...mail, uid: first + index }));
      nextUid = first + mails.length;
    },
    cutAt: (uid) => {
      cut = uid;
    },
    announce: (bytes) => {
      announced = bytes;
    },
    fetched: (mail, items) => {
      const asked = body.exec(items);
      if (asked !== null && mail.uid === cut) return undefined;
      const known = [
        ...(/RFC822\.SIZE/i.test(items) ? [` RFC822.SIZE ${mail.raw.length}`] : []),
        ...(/INTERNALDATE/i.test(items) ? [` INTERNALDATE ${internalDate(mail.at)}`] : []),
        ...(/FLAGS/i.test(items) ? [' FLAGS ()'] : []),
      ];
      const seq = mails.indexOf(mail) + 1;
      const head = Buffer.from(`* ${seq} FETCH (UID ${mail.uid}${known.join('')}`);
      return Buffer.concat([head, ...(asked === null ? [] : [bodyOf(mail, asked)]), Buffer.from(')\r\n')]);
    },
  };
}
