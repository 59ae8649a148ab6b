/** True if a host, as in `location.hostname`, is an IP address: passkeys are bound to names. */
export const isAddress = (host: string): boolean => host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host);
