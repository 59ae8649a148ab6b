import { createHash } from 'node:crypto';
import { domainOf } from './address.ts';

/** One Message-ID (RFC 5322, section 3.6.4), as far as it may come back in a header. */
const single = /<([^<>\s]{1,250})>/g;

/** Max Message-IDs that are read of a header, and that a reply names. */
const most = { read: 200, named: 10 } as const;

/** Reads the Message-IDs of a header, with their brackets, the oldest first. */
export function readIds(header: string | undefined): readonly string[] {
  const ids: string[] = [];
  for (const [id, inner = ''] of (header ?? '').slice(0, 64 * 1024).matchAll(single)) {
    if (ids.length < most.read && /^[\x21-\x7e]+$/.test(inner)) ids.push(id);
  }
  return ids;
}

/** Name of a thread: 128 bits of the digest of its first Message-ID, in 22 characters. */
const nameOf = (root: string): string => createHash('sha256').update(root).digest('base64url').slice(0, 22);

/** A Message-ID of ours: that of the part, and the name of its thread; `0` for none. */
const ours = /^<parley\.[\w-]{1,120}\.([\w-]{22}|0)@([a-z0-9.-]{1,253})>$/;

/** The Message-ID of a part: the same each time that it is sent. It names its thread, so that an answer finds it. */
export const messageIdOf = (part: string, thread: string | null, address: string): string =>
  `<parley.${part.replace(/[^\w-]/g, '').slice(0, 120)}.${thread ?? '0'}@${domainOf(address)}>`;

/** True if a mailbox of the domain has created the Message-ID. */
export const isOurs = (id: string, address: string): boolean => ours.exec(id)?.[2] === domainOf(address);

/** The headers that tell to which thread a mail belongs. */
export interface ThreadIds {
  /** Undefined if it has none. */
  readonly own: string | undefined;
  readonly inReplyTo: readonly string[];
  readonly references: readonly string[];
}

/**
 * The name of a mail's thread. A mail of ours that it refers to tells it, even if a program has dropped the rest; else
 * it is that of the first mail of the thread (RFC 5322, section 3.6.4).
 */
export function threadOf({ own, inReplyTo, references }: ThreadIds, address: string, otherwise: string): string {
  for (const id of [...inReplyTo, ...references].reverse()) {
    const [, thread, domain] = ours.exec(id) ?? [];
    if (thread !== undefined && thread !== '0' && domain === domainOf(address)) return thread;
  }
  return nameOf(references[0] ?? inReplyTo[0] ?? own ?? otherwise);
}

/** The `References` of a reply to a mail: those of the mail and the mail itself; the first one and the newest ones. */
export function referencesTo({ own, inReplyTo, references }: ThreadIds): readonly string[] {
  const before = references.length > 0 ? references : inReplyTo.slice(0, 1);
  const all = [...new Set([...before, ...(own === undefined ? [] : [own])])];
  return all.length <= most.named ? all : [...all.slice(0, 1), ...all.slice(1 - most.named)];
}
