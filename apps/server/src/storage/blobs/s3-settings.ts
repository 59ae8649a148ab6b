import { parseUrl } from '../../parse-url.ts';

/** An S3-compatible bucket and how to reach it. */
export interface S3Settings {
  /** Without a trailing slash. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** True if the bucket is in the path, and not in the host name. */
  readonly pathStyle: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of the bucket that hold secrets. */
export const s3SecretNames = ['PARLEY_S3_ACCESS_KEY_ID', 'PARLEY_S3_SECRET_ACCESS_KEY'] as const;

const names = ['ENDPOINT', 'BUCKET', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY', 'PATH_STYLE'] as const;

/** Reads the bucket for files; undefined if none is set. Adds a sentence to `problems` for each invalid setting. */
export function readS3(environment: Environment, problems: string[]): S3Settings | undefined {
  const get = (name: (typeof names)[number]) => environment[`PARLEY_S3_${name}`] || undefined;
  const bucket = get('BUCKET');
  if (bucket === undefined) {
    const given = names.filter((name) => get(name) !== undefined);
    if (given.length > 0) problems.push(`PARLEY_S3_BUCKET: is missing, but PARLEY_S3_${given[0]} is set`);
    return undefined;
  }
  const region = get('REGION') ?? 'us-east-1';
  const accessKeyId = get('ACCESS_KEY_ID') ?? '';
  const secretAccessKey = get('SECRET_ACCESS_KEY') ?? '';
  const given = get('ENDPOINT');
  const style = get('PATH_STYLE') ?? String(given !== undefined);
  const missing = 'is missing, but PARLEY_S3_BUCKET is set';
  const checks: readonly (readonly [(typeof names)[number], boolean, string])[] = [
    ['BUCKET', /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/.test(bucket), 'must be the name of a bucket'],
    ['REGION', /^[a-z0-9-]{1,40}$/.test(region), 'must be the name of a region, such as eu-central-1'],
    ['ACCESS_KEY_ID', accessKeyId !== '', missing],
    ['SECRET_ACCESS_KEY', secretAccessKey !== '', missing],
    ['ENDPOINT', given === undefined || isEndpoint(given), 'must be an http or https URL without a path'],
    ['PATH_STYLE', style === 'true' || style === 'false', 'must be true or false'],
  ];
  for (const [name, right, what] of checks) if (!right) problems.push(`PARLEY_S3_${name}: ${what}`);
  return {
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    endpoint: given === undefined || !isEndpoint(given) ? `https://s3.${region}.amazonaws.com` : new URL(given).origin,
    // Amazon wants the bucket in the host name; most others are reached by one name only.
    pathStyle: style === 'true',
  };
}

function isEndpoint(text: string): boolean {
  const url = parseUrl(text);
  if (url === undefined) return false;
  const { protocol, pathname, username, search, hash } = url;
  return /^https?:$/.test(protocol) && pathname === '/' && `${username}${search}${hash}` === '';
}
