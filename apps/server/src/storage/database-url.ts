/** Whether a URL names a database server that can be used. */
export const isDatabaseUrl = (url: string): boolean => /^postgres(?:ql)?:\/\//.test(url);
