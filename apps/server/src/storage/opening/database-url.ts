/** True if a URL is a PostgreSQL URL. */
export const isDatabaseUrl = (url: string): boolean => /^postgres(?:ql)?:\/\//.test(url);
