import { isSameMailbox } from './address.ts';
import { isOurs } from './message-ids.ts';
import type { Mail } from './parse.ts';

/** The header by which a mailbox knows its own mail again, whatever its way back. */
export const markerHeader = 'X-Parley-Mailbox';

/** Names in front of the `@` of programs, not of people. */
const programs =
  /^(?:mailer-daemon|postmaster|mail-daemon|daemon|bounces?|noreply|no[-_.]reply|do[-_.]?not[-_.]?reply|donotreply|notifications?|autoresponder|auto[-_.]?reply|owner-.{0,60}|.{0,60}-(?:request|bounces?|owner)|bounces?[-+=].{0,60})$/;

/** Headers that only programs set; of these, what is in them doesn't matter. */
const ofPrograms = ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-autoresponder', 'x-loop'];

/** Values of `X-Auto-Response-Suppress` that forbid a reply by a program (MS-OXCMAIL, section 2.1.3.2.20). */
const suppressing = ['all', 'oof', 'autoreply'];

/**
 * Returns why a mail must not be answered by a program (RFC 3834, sections 2 and 5, and what mail programs do);
 * undefined if it may be. Automatic mail is never answered, so that no two programs write to each other.
 */
export function automaticBy(mail: Mail, address: string): string | undefined {
  const { headers, from, replyTo, ids } = mail;
  const of = (name: string): string => (headers.get(name) ?? []).join(',').toLowerCase();
  const words = (name: string): string[] =>
    of(name)
      .split(/[,;\s]/)
      .filter((word) => word !== '');
  const isSubmitted = (headers.get('auto-submitted') ?? []).some((value) => !/^no(?:[;\s(]|$)/i.test(value.trim()));
  const named = [...headers.keys()];
  const senders = [from, replyTo].flatMap((sender) => (sender === undefined ? [] : [sender.address]));
  const reasons: readonly (readonly [boolean, string])[] = [
    [isSubmitted, 'auto-submitted'],
    [words('precedence').some((word) => ['bulk', 'junk', 'list', 'auto_reply'].includes(word)), 'precedence'],
    [named.some((name) => name.startsWith('list-')), 'list'],
    [words('x-auto-response-suppress').some((word) => suppressing.includes(word)), 'x-auto-response-suppress'],
    [ofPrograms.some((name) => headers.has(name)), 'header'],
    [(headers.get('return-path') ?? []).some((path) => path.replaceAll(/\s/g, '') === '<>'), 'return-path'],
    [isReport(headers), 'report'],
    [senders.some((sender) => programs.test(sender.split('@')[0] ?? '')), 'sender'],
    [senders.some((sender) => isSameMailbox(sender, address)), 'own address'],
    [words(markerHeader.toLowerCase()).some((mailbox) => isSameMailbox(mailbox, address)), 'own mail'],
    [ids.own !== undefined && isOurs(ids.own, address), 'own mail'],
  ];
  return reasons.find(([is]) => is)?.[1];
}

/** True if the mail reports the delivery or the reading of another mail (RFC 6522). */
const isReport = (headers: Mail['headers']): boolean =>
  (headers.get('content-type') ?? []).some((type) =>
    /^multipart\/report\b|^message\/(?:disposition|delivery)/i.test(type),
  );
