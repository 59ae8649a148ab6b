import type { Static } from 'typebox';
import { type Connection, type ConnectorKind, type Credentials, destinationOf } from '../../../connectors/connector.ts';
import { connectorKindOf } from '../../../connectors/kinds.ts';
import { type ErrorDetail, invalid } from '../../../errors.ts';
import type { SealedPlace, Sealing } from '../../../storage/secrets/sealed.ts';
import type { StoredConnection } from '../settings-schema.ts';
import type { ConnectionDraft } from './schema.ts';

type Given = Static<typeof ConnectionDraft>;

/** A connection and the credentials that are stored with it. */
export interface ConnectionState {
  readonly type: string;
  /** In normal form; null if its kind has none. */
  readonly url: string | null;
  readonly connection: StoredConnection | null;
  /** Sealed; empty for none. */
  readonly credentials: string;
}

/** A checked change of a connection. */
export interface ChangedConnection {
  readonly connection: StoredConnection;
  /** Undefined if they stay as they are, empty if they go. */
  readonly credentials: string | undefined;
  /** The name of the secret, if it is set, changed or removed. */
  readonly secret?: string;
}

const none: Connection = { branch: null, folder: null, bucket: null, region: null, accessKeyId: null, root: null };

/** The place of credentials includes their destination: they open for no other server. */
const placeOf = (id: string, type: string, url: string | null): SealedPlace => [
  'knowledge_sources.credentials',
  `${id} ${destinationOf(type, url)}`,
];

/** Opens the credentials of a source. */
export function openCredentials(
  secrets: Sealing,
  id: string,
  { type, url, credentials }: Omit<ConnectionState, 'connection'>,
): Credentials {
  return credentials === '' ? {} : (JSON.parse(secrets.open(credentials, placeOf(id, type, url))) as Credentials);
}

/**
 * Merges a change into a connection, and seals its credentials. Returns undefined for a type without one. Throws
 * `validation_failed`, also if credentials would go to another server than the one that they were given for.
 */
export function changeConnection(
  secrets: Sealing,
  id: string,
  {
    before,
    given = {},
    url,
  }: { readonly before: ConnectionState; readonly given?: Given | undefined; readonly url: string | null },
): ChangedConnection | undefined {
  const { type, connection } = before;
  const kind = connectorKindOf(type);
  if (kind === undefined) return undefined;
  const { [kind.secret]: secret, ...settings } = given;
  const merged = { ...none, ...connection, ...settings } as StoredConnection;
  const hasMoved = connection !== null && destinationOf(type, before.url) !== destinationOf(type, url);
  const isStored = before.credentials !== '' && secret === undefined;
  const hasCredentials = isStored || (secret ?? null) !== null;
  const wrong = [...wrongFields(kind, given, { ...merged, ...(hasCredentials && { [kind.secret]: '' }) })];
  if (isStored && hasMoved)
    wrong.push({
      path: `connection.${kind.secret}`,
      message: 'must be given again, because the server of the URL changed',
    });
  if (hasCredentials && url !== null && isExposed(kind, url))
    wrong.push({ path: 'url', message: 'must begin with https:// if a token is sent to it' });
  if (wrong.length > 0) throw invalid(wrong);
  const sealed = secret == null ? '' : secrets.seal(JSON.stringify({ [kind.secret]: secret }), placeOf(id, type, url));
  const changed = { connection: { ...merged, hasCredentials } };
  if (secret === undefined) return { ...changed, credentials: undefined };
  const isOther = (openCredentials(secrets, id, before)[kind.secret] ?? null) !== secret;
  return { ...changed, credentials: sealed, ...(isOther && { secret: kind.secret }) };
}

function* wrongFields(kind: ConnectorKind, given: Given, merged: object): Generator<ErrorDetail> {
  for (const [name, value] of Object.entries(given))
    if (value !== null && !(kind.fields as readonly string[]).includes(name))
      yield { path: `connection.${name}`, message: 'is not for sources of this type' };
  const values = merged as Readonly<Record<string, unknown>>;
  for (const name of kind.required)
    if ((values[name] ?? null) === null) yield { path: `connection.${name}`, message: 'is required' };
  if (
    kind.fields.includes('accessKeyId') &&
    (values['accessKeyId'] ?? null) !== null &&
    values[kind.secret] === undefined
  )
    yield { path: `connection.${kind.secret}`, message: 'is required with accessKeyId' };
}

/** True if a secret would be readable on its way. S3 gets signatures, and never the key. */
const isExposed = (kind: ConnectorKind, url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return kind.secret === 'token' && protocol !== 'https:' && hostname !== 'localhost' && hostname !== '127.0.0.1';
};
