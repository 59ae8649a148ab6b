import { SendFailure } from '../messenger.ts';
import { codeIn, type MailError, unopened, untrusted } from './failures.ts';

/** Code of Microsoft that the mailbox accepts no password. */
const noPasswords = '5.7.139';

/**
 * Turns an error of SMTP into a failure. The server's own words may name addresses, so only its codes are kept. The
 * outcome is unknown if the connection was lost after the whole mail was sent (RFC 5321, section 4.5.4.2).
 */
export function smtpFailure(error: unknown, isSent: boolean): SendFailure {
  if (error instanceof SendFailure) return error;
  const { code, responseCode, command, response } = error as MailError;
  const early = unopened(error, 'SMTP') ?? untrusted(error, 'SMTP');
  if (early !== undefined) return early;
  if (code === 'EAUTH') return refusedLogin(responseCode, String(response ?? ''));
  const isLost = isSent && typeof responseCode !== 'number';
  if (isLost)
    return new SendFailure('lost', 'The SMTP server did not say whether it took the mail.', { isUnknown: true });
  if (typeof responseCode !== 'number')
    return new SendFailure('unreachable', `The SMTP server could not be used (${codeIn(code)}).`);
  return answered(responseCode, { command: String(command ?? ''), response: String(response ?? ''), code });
}

function refusedLogin(responseCode: unknown, response: string): SendFailure {
  if (typeof responseCode === 'number' && responseCode < 500) {
    return new SendFailure('smtp_login', `The SMTP server can’t check the login now (${responseCode}).`);
  }
  const why = response.includes(noPasswords)
    ? 'The SMTP server takes no passwords for this mailbox (5.7.139): allow authenticated SMTP for it.'
    : 'The SMTP server refuses the user or the password.';
  return new SendFailure('smtp_login', why, { isRefusal: true });
}

interface Answer {
  readonly command: string;
  readonly response: string;
  readonly code: unknown;
}

/**
 * Returns the failure for an answer of the server: 4xx passes, 5xx doesn't. The refused command decides whether the
 * channel or only the message is at fault.
 */
function answered(status: number, { command, response, code }: Answer): SendFailure {
  const enhanced = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0];
  const step = /^(?:MAIL FROM|RCPT TO|DATA|EHLO|STARTTLS|CONN)$/.test(command) ? ` to ${command}` : '';
  const what = `The SMTP server answered ${status}${enhanced === undefined ? '' : ` ${enhanced}`}${step}`;
  // 503 is about the order of commands, not about the mail.
  if (status < 500 || status === 503) return new SendFailure('smtp_busy', `${what}: it may take the mail later.`);
  if (command === 'RCPT TO') {
    return new SendFailure('recipient_refused', `${what}: it refuses the recipient.`, {
      isFinal: true,
      isOfMessage: true,
    });
  }
  if (code === 'EMESSAGE' || command === 'DATA') {
    return new SendFailure('mail_refused', `${what}: it refuses the mail.`, { isFinal: true, isOfMessage: true });
  }
  if (status === 530) return new SendFailure('smtp_login', `${what}: it demands a login.`, { isRefusal: true });
  return new SendFailure('smtp_refused', `${what}: it refuses the sender.`, { isFinal: true });
}
