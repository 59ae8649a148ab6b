import { existsSync, readFileSync } from 'node:fs';
import { nearName } from '../http/suggestions/near-names.ts';
import { mailSecretNames } from '../mail/settings.ts';
import { keyNames, providerSettingNames } from '../models/providers/settings.ts';
import { s3SecretNames } from '../storage/blobs/s3-settings.ts';

/** The environment of a process: values by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that may be in a file: `NAME_FILE` holds its path. */
const secretNames = [
  'DATABASE_URL',
  'REDIS_URL',
  'PARLEY_KEY_PEPPER',
  'PARLEY_INIT_PASSWORD',
  'PARLEY_METRICS_TOKEN',
  ...s3SecretNames,
  ...mailSecretNames,
] as const;

/** Every other setting, but for those of the providers. */
const plainNames = [
  'HOST',
  'PORT',
  'PUBLIC_URL',
  'LOG_LEVEL',
  'MAIL_FROM',
  'PARLEY_ALLOW_PRIVATE_HOSTS',
  'PARLEY_COMPRESSION',
  'PARLEY_CONNECTIONS_PER_ADDRESS',
  'PARLEY_CORS_ORIGINS',
  'PARLEY_DATABASE_CONNECTIONS',
  'PARLEY_DATABASE_READERS',
  'PARLEY_DATA_DIR',
  'PARLEY_DEFAULT_MODEL',
  'PARLEY_EMBEDDING_MODEL',
  'PARLEY_EVENT_DAYS',
  'PARLEY_INIT_EMAIL',
  'PARLEY_LEASE_SECONDS',
  'PARLEY_LOG_REQUESTS',
  'PARLEY_METRICS_WORKSPACES',
  'PARLEY_OCR_COMMAND',
  'PARLEY_OUTBOUND_PORTS',
  'PARLEY_PLAN_CONCURRENCY',
  'PARLEY_PLAN_LIMITS',
  'PARLEY_PLAN_QUOTAS',
  'PARLEY_PLATFORM_URLS',
  'PARLEY_PROVIDERS',
  'PARLEY_QUERY_TIMEOUT_SECONDS',
  'PARLEY_S3_BUCKET',
  'PARLEY_S3_ENDPOINT',
  'PARLEY_S3_PATH_STYLE',
  'PARLEY_S3_REGION',
  'PARLEY_SECURITY_CONTACT',
  'PARLEY_TRUSTED_PROXIES',
] as const;

/** Names that clients, the examples of the documentation and the tests read. They may be set in the same shell. */
const ofClients =
  /^PARLEY_(?:ADMIN_KEY|AGENT|API_KEY|BASE_URL|CHANNEL|IDENTITY_SECRET|KEY|LOG|URL|TESTS|TEST_[A-Z0-9_]{1,60})$/;

/** Names that Kubernetes and Docker give to the containers beside a service that is called `parley` or `parley-…`. */
const ofOrchestrators =
  /^PARLEY_(?:[A-Z0-9_]{1,60}_)?(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]{1,60})?|PORT_\d{1,5}_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;

/** `PARLEY_PORT=tcp://10.0.0.7:3000` is theirs too; any other value was meant for `PORT`. */
const isLink = (name: string, value: string) => /_PORT$/.test(name) && /^(?:tcp|udp|sctp):\/\//.test(value);

/** Secrets whose first and last characters count, whatever they are. */
const verbatim: ReadonlySet<string> = new Set(['PARLEY_KEY_PEPPER', 'PARLEY_INIT_PASSWORD']);

/**
 * Reads what is set: blanks and line breaks around a value are removed, and secrets come from their files. Adds a
 * sentence to `problems` for each name that begins with `PARLEY_` and is no setting, and for each value that was
 * probably not meant so.
 */
export function readEnvironment(environment: Environment, problems: string[]): Environment {
  const names: readonly string[] = [...plainNames, ...secretNames, ...providerSettingNames(environment)];
  const files = [...secretNames, ...keyNames(environment)];
  refuseUnknown(environment, [...names, ...files.map((name) => `${name}_FILE`)], problems);
  const given: Record<string, string | undefined> = { ...environment };
  for (const name of names) {
    const value = environment[name];
    if (value !== undefined) given[name] = readValue(name, value, problems);
  }
  for (const name of files) {
    const path = environment[`${name}_FILE`]?.trim();
    if (path === undefined) continue;
    if (environment[name] !== undefined) problems.push(`${name}: is set, and ${name}_FILE too; set one of them`);
    try {
      given[name] = withoutLineEnd(readFileSync(path, 'utf8').replace(/^\ufeff/, ''));
    } catch {
      problems.push(`${name}_FILE: ${path} can't be read`);
    }
  }
  return given;
}

const withoutLineEnd = (text: string) => text.replace(/\r?\n$/, '');

function readValue(name: string, value: string, problems: string[]): string {
  if (verbatim.has(name)) {
    // A program on Windows has written the line end. Taken as part of a secret, it would lock people out later.
    if (/[\r\n]/.test(value)) problems.push(`${name}: must not contain a line break`);
    return value;
  }
  const trimmed = value.trim();
  if (/\p{Cc}/u.test(trimmed)) problems.push(`${name}: must not contain a line break or another control character`);
  if (/^(["'])[^"']*\1$/.test(trimmed))
    problems.push(`${name}: must not be in quotation marks, which are taken as part of it`);
  // An older version took the name as it is: what it stored there must not be missed in silence.
  if (name === 'PARLEY_DATA_DIR' && trimmed !== value && existsSync(value))
    problems.push(`${name}: ends or begins with blanks, and so does the name of a folder; rename it, or remove it`);
  return trimmed;
}

function refuseUnknown(environment: Environment, known: readonly string[], problems: string[]): void {
  for (const [name, value] of Object.entries(environment)) {
    const isOurs = /^parley[_.-]/i.test(name) && !known.includes(name);
    if (!isOurs || value === undefined || ofClients.test(name) || ofOrchestrators.test(name) || isLink(name, value))
      continue;
    problems.push(`${name}: is not a setting; ${adviceOn(name, known)}`);
  }
}

function adviceOn(name: string, known: readonly string[]): string {
  const withoutPrefix = name.slice('parley_'.length);
  const meant =
    nearName(
      withoutPrefix,
      known.filter((other) => !other.startsWith('PARLEY_')),
    ) ?? nearName(name, known);
  return meant === undefined ? 'remove it' : `did you mean ${meant}?`;
}
