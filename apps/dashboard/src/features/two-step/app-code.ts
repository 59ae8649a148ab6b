/** A code without what people and apps put between its characters. */
export const bare = (code: string): string => code.replaceAll(/[\s-]/g, '');

/** True if a text is a whole code of an authenticator app: six digits. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(bare(code));

/** Returns the message about an invalid code; null if it is valid. */
export const validAppCode = (code: string): string | null => (isAppCode(code) ? null : 'Enter the six digits.');
