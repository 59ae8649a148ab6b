/** The name under which a call gets the token of an account: it is sent as `Authorization: Bearer …`. */
export const accessTokenSecret = 'OAUTH_ACCESS_TOKEN';

/** The secret of a tool with which Parley proves who it is to an authorization server; it goes nowhere else. */
export const clientSecretName = 'OAUTH_CLIENT_SECRET';
