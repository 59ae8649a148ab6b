import { JobFailure } from '../storage/jobs/kind.ts';
import type { MailSettings } from './settings.ts';

/** A text to one address. */
export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same as a document of HTML; plain text alone without it. */
  readonly html?: string;
}

/** Options of sending a message: its ID, which a repeat shares, and a signal that ends the attempt. */
export interface Sending {
  readonly id: string;
  readonly signal: AbortSignal;
}

/** Sends one message. Rejects with a `JobFailure` that names neither the address nor the text. */
export type Send = (message: Message, sending: Sending) => Promise<void>;

/** Timeouts of the steps, in ms; the job bounds all of them together. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  socketCloseTimeout: 1_000,
} as const;

/** Sends through a mail server, with a connection for each message. */
export const createSend =
  ({ host, port, secure, requireTls, auth, from }: MailSettings): Send =>
  async ({ to, subject, text, html }, { id, signal }) => {
    // Loaded with the first message: most commands, and many installations, send none.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      ...{ host, port, secure, requireTLS: requireTls, ...(auth && { auth }), ...timeouts },
      ...{ disableFileAccess: true, disableUrlAccess: true },
    });
    try {
      await transport.sendMail({
        from,
        // An object, and not a text that could be read as a list.
        to: { name: '', address: to },
        envelope: { from: from.address, to: [to] },
        messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
        // Asks for no automatic answer (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...{ subject, text, ...(html !== undefined && { html }), signal },
      });
    } catch (error) {
      // The job knows why it was aborted.
      signal.throwIfAborted();
      throw failureOf(error);
    } finally {
      transport.close();
    }
  };

/**
 * The server's own words may contain the address, so only its code and the step are kept. Final is only what it says
 * about this address or text: a sender, a password or TLS can be mended by the operator while the job is retried.
 */
function failureOf(error: unknown): JobFailure {
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown };
  const step = typeof command === 'string' && /^[A-Z][A-Z ]{0,19}$/.test(command) ? ` to ${command}` : '';
  if (typeof responseCode === 'number') {
    const isFinal = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
    return new JobFailure(`The mail server answered ${responseCode}${step}.`, { retry: !isFinal });
  }
  return new JobFailure(`The mail server could not be used (${typeof code === 'string' ? code : 'unknown error'}).`);
}
