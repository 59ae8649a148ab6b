import { type Static, type TSchema, Type } from 'typebox';
import type { ErrorDetail } from '../../errors.ts';
import { readAddress } from '../../mail/reading/address.ts';
import { maxCharacters } from '../../schemas/limits.ts';
import { MessengerHandover } from '../handover.ts';
import { confirmationField, secretField, waitingApology } from '../messenger-settings.ts';

/** A word of a closed set, with its default. */
const word = <const Word extends string>(words: readonly Word[], usual: Word, about: object) =>
  Type.Unsafe<Word>(Type.String({ enum: [...words], default: usual, examples: [usual], ...about }));

const host = (title: string, description: string, example: string) =>
  Type.String({ maxLength: 253, default: '', title, description, examples: [example] });

const port = (title: string, usual: number, description: string) =>
  Type.Integer({ minimum: 1, maximum: 65_535, default: usual, title, description, examples: [usual] });

const user = (title: string, description: string) =>
  Type.String({ maxLength: 200, default: '', title, description, examples: ['support@example.com'] });

/** Says that a setting counts only if mail comes in by IMAP; forms leave it out otherwise. */
const ofImap = { 'x-if': { inbound: 'imap' } } as const;
const forImap = <Schema extends TSchema>(schema: Schema): Schema => ({ ...schema, ...ofImap });

/** The settings of a mailbox. They are flat, so that a form shows each of them. */
export const EmailSettings = Type.Object(
  {
    address: Type.String({
      ...{ minLength: 3, maxLength: maxCharacters.email, title: 'Address' },
      description: 'Address of the mailbox: people write to it, and replies come from it.',
      examples: ['support@example.com'],
    }),
    fromName: Type.String({
      ...{ maxLength: 100, default: '', title: 'Sender name' },
      description: 'Name that replies come from, beside the address. Empty: only the address.',
      examples: ['Bookshop support'],
    }),
    smtpHost: Type.String({
      ...{ minLength: 1, maxLength: 253, title: 'SMTP server', examples: ['smtp.example.com'] },
      description: 'Server that sends replies.',
    }),
    smtpPort: port('SMTP port', 465, '465 for `tls`, 587 for `starttls`. Others must be allowed by the operator.'),
    smtpSecurity: word(['tls', 'starttls'], 'tls', {
      title: 'SMTP security',
      description: '`tls` from the first byte, or `starttls`, which is demanded. Nothing is sent without TLS.',
    }),
    smtpUser: user('SMTP user', 'Often the address. Empty: no login.'),
    smtpPassword: Type.Optional(
      secretField('SMTP password', 'Password of the SMTP user; an app password if the account has two-step login.'),
    ),
    inbound: word(['imap', 'webhook'], 'imap', {
      title: 'Incoming mail',
      description: '`imap` looks into the mailbox; `webhook` takes signed requests of your program.',
    }),
    imapHost: forImap(host('IMAP server', 'Server of the mailbox, for `imap`.', 'imap.example.com')),
    imapPort: forImap(port('IMAP port', 993, '993. The connection begins with TLS.')),
    imapUser: forImap(user('IMAP user', 'Often the address. Empty: the SMTP user.')),
    imapPassword: Type.Optional(
      forImap(secretField('IMAP password', 'Password of the IMAP user. None: the SMTP password.')),
    ),
    imapMailbox: Type.String({
      ...ofImap,
      ...{ minLength: 1, maxLength: 200, default: 'INBOX', title: 'Mailbox', examples: ['INBOX'] },
      description: 'Folder in which mail arrives. Nothing in it is changed or deleted.',
    }),
    authServer: Type.String({
      ...{ maxLength: 253, default: '', title: 'Checking server', examples: ['mx.example.com'] },
      description:
        'Name that your mail server gives itself in `Authentication-Results`. If it is set, only mail for which that ' +
        'server found `dmarc=pass` is answered. Empty: the sender of a mail is not verified.',
    }),
    maxRepliesPerThread: Type.Integer({
      ...{ minimum: 1, maximum: 500, default: 20, title: 'Mails per thread' },
      description:
        'Max mails that a thread gets in a day (UTC), with the one that names the limit: 1 to 500. At least one is answered.',
      examples: [20],
    }),
    apology: waitingApology,
    confirmation: confirmationField,
    handover: MessengerHandover,
  },
  { additionalProperties: false },
);

/** The settings of a mailbox; every field has a value but the passwords. */
export type EmailSettings = Static<typeof EmailSettings>;

const smtp = ['smtpHost', 'smtpPort', 'smtpSecurity', 'smtpUser'] as const;
const imap = ['imapHost', 'imapPort', 'imapUser'] as const;

/**
 * Servers that get each password. The SMTP password also goes to the mailbox if that has no other, as in `imapLogin`.
 */
export const secretsGoTo = {
  smtpPassword: ({ imapPassword }: EmailSettings) => [...smtp, ...(imapPassword === undefined ? imap : [])],
  imapPassword: ({ imapUser }: EmailSettings) => [...imap, ...(imapUser === '' ? (['smtpUser'] as const) : [])],
};

const problem = (name: string, message: string): ErrorDetail => ({ path: `settings.${name}`, message });

/** Finds settings that are missing for the way in which mail arrives, and invalid addresses. */
export function problems(settings: EmailSettings): readonly ErrorDetail[] {
  const { address, smtpUser, smtpPassword, inbound, imapHost, fromName, imapMailbox } = settings;
  const missing = (name: string) => problem(name, 'is required for IMAP');
  const isImap = inbound === 'imap';
  const { user: imapUser, password: imapPassword } = imapLogin(settings);
  return [
    ...(readAddress(address) === undefined
      ? [problem('address', 'must be an address such as support@example.com')]
      : []),
    ...[{ fromName }, { imapMailbox }].flatMap((field) =>
      Object.entries(field).flatMap(([name, value]) => (isPrintable(value) ? [] : [problem(name, 'must be one line')])),
    ),
    ...(smtpUser !== '' && smtpPassword === undefined ? [problem('smtpPassword', 'is required for a login')] : []),
    ...(isImap && imapHost === '' ? [missing('imapHost')] : []),
    ...(isImap && imapUser === '' ? [missing('imapUser')] : []),
    ...(isImap && imapPassword === undefined ? [missing('imapPassword')] : []),
  ];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const isPrintable = (text: string): boolean => !/[\u0000-\u001f\u007f]/.test(text);

/** The login of the mailbox, which is that of SMTP unless it has its own. */
export const imapLogin = ({ imapUser, imapPassword, smtpUser, smtpPassword }: EmailSettings) => ({
  user: imapUser === '' ? smtpUser : imapUser,
  password: imapPassword ?? smtpPassword,
});
