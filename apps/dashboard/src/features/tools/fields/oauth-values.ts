import type { Tool } from '@parley/sdk';

/** The OAuth client of an HTTP tool, as a form has it. */
export interface OAuthValues {
  clientId: string;
  authorizationUrl: string;
  tokenUrl: string;
  scope: string;
  /** `isStored`: its value is unknown, and stays unless another one is typed. */
  clientSecret: { readonly value: string; readonly isStored: boolean };
}

/** The name under which the API has the secret of the client. */
export const clientSecretName = 'OAUTH_CLIENT_SECRET';

/** The client of a tool that has none. */
export const noClient: OAuthValues = {
  ...{ clientId: '', authorizationUrl: '', tokenUrl: '', scope: '' },
  clientSecret: { value: '', isStored: false },
};

type Stored = Pick<Tool, 'type' | 'auth' | 'settings'>;

const clientIn = ({ settings }: Stored) => settings['oauth'] as Readonly<Record<string, string>> | undefined;

/** The account that a form shows. An HTTP tool without an OAuth client has none, also if its `auth` is `workspace`. */
export const accountOf = (tool: Stored): Tool['auth'] =>
  tool.type === 'http' && clientIn(tool) === undefined ? 'none' : tool.auth;

/** True if calls of a stored tool can be made as an account. */
export const hasAccount = (tool: Stored): boolean => ['http', 'mcp'].includes(tool.type) && accountOf(tool) !== 'none';

/** The client of a stored tool in a form. */
export function oauthValuesOf(tool: Stored & Pick<Tool, 'secretNames'>): OAuthValues {
  const { clientId = '', authorizationUrl = '', tokenUrl = '', scope = '' } = clientIn(tool) ?? {};
  const clientSecret = { value: '', isStored: tool.secretNames.includes(clientSecretName) };
  return { clientId, authorizationUrl, tokenUrl, scope, clientSecret };
}

/** The account of a form, with the client if it has one. */
type Chosen = OAuthValues & Pick<Tool, 'type' | 'auth'>;

/** True if a form asks for a client. */
export const asksForClient = ({ type, auth }: Pick<Chosen, 'type' | 'auth'>): boolean =>
  type === 'http' && auth !== 'none';

/** True if the form of a tool without an account leaves a stored client as it is: it was not the form that hid it. */
const leavesClient = (stored: Stored | undefined): boolean => stored !== undefined && accountOf(stored) === 'none';

/** The `oauth` of the settings of an HTTP tool; undefined without one. */
export function oauthOf(values: Chosen, stored?: Stored): Readonly<Record<string, string>> | undefined {
  if (!asksForClient(values)) return leavesClient(stored) && stored !== undefined ? clientIn(stored) : undefined;
  const { clientId, authorizationUrl, tokenUrl, scope } = values;
  return {
    ...{ clientId: clientId.trim(), authorizationUrl: authorizationUrl.trim(), tokenUrl: tokenUrl.trim() },
    ...(scope.trim() !== '' && { scope: scope.trim() }),
  };
}

/** The secret of the client among those of the form: an empty value keeps a stored one, and no item deletes it. */
export function clientSecretOf(values: Chosen, stored?: Stored): readonly { name: string; value: string }[] {
  const { value, isStored } = values.clientSecret;
  const isKept = values.type === 'http' && (asksForClient(values) || leavesClient(stored));
  return isKept && (isStored || value !== '') ? [{ name: clientSecretName, value }] : [];
}

const isAddress = (address: string) => /^https?:\/\/\S+$/.test(address.trim());
const addressProblem = (address: string, values: Chosen) =>
  asksForClient(values) && !isAddress(address) ? 'Enter an address that begins with https://.' : null;

/** The problem with a field of the client before it is sent. */
export const validateClient = {
  clientId: (id: string, values: Chosen) =>
    asksForClient(values) && id.trim() === '' ? 'Enter the ID of the client.' : null,
  authorizationUrl: addressProblem,
  tokenUrl: addressProblem,
};
