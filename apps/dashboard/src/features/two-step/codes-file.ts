/** The text file of recovery codes: their purpose, and one code a line. `host` is the dashboard's. */
export const codesFile = (codes: readonly string[], host: string): string =>
  [
    `Recovery codes for Parley at ${host}`,
    'Each works once, in place of a code of the authenticator app or a passkey.',
    '',
    ...codes,
    '',
  ].join('\n');
