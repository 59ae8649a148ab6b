/**
 * True if a name may be in a mail. One that a mail program may show as a link may not: its author could send others
 * anywhere under the name of this server.
 */
export const isPlainName = (name: string): boolean => !/[.:/@\\\p{Cc}]/u.test(name);
