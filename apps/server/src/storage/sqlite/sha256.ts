import { hash } from 'node:crypto';

/** The name of SHA-256 in SQL: SQLite has none of its own. */
export const sqliteSha256 = 'parley_sha256';

/** SHA-256 of a text in UTF-8, in hex; null stays null. */
export const sha256 = (text: string | null): string | null => (text === null ? null : hash('sha256', text));
