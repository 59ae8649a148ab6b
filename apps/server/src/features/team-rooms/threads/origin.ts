import { tokenDigest } from '../../../access/secrets.ts';

/** The ID by which a message from a thread is stored once. Visitors can't send one of a person. */
export const clientIdOf = (post: string, event: string): string => `room:${post}:${tokenDigest(event)}`;

/** True if a message came from the thread of a notice, by its stored client's ID. */
export const isFromThread = (client: string | null, post: string): boolean =>
  client?.startsWith(`id:room:${post}:`) === true;
