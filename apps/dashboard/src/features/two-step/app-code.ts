/** A code without what people and apps put between its characters. */
export const bare = (code: string): string => code.replaceAll(/[\s-]/g, '');

/** Whether a text is a whole code of an authenticator app: six digits. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(bare(code));

/** What a form says about a code that isn't one. */
export const validAppCode = (code: string): string | null => (isAppCode(code) ? null : 'Enter the six digits.');
