import { SourceFailure } from '../../extract/document.ts';
import { signS3 } from '../../s3-signature.ts';
import {
  type Connecting,
  type Connector,
  type ConnectorItem,
  type ConnectorKind,
  connectorLimits,
  type ItemContent,
} from '../connector.ts';
import { createItemFilter, folderOf } from '../item-filter.ts';
import { createRequests, type Refusal } from '../requests.ts';
import { type ObjectList, readObjectList } from './list-objects.ts';

/** Max bytes of one page of a listing: 1,000 keys of 1,024 bytes, percent-encoded. */
const listBytes = 8 * 1024 * 1024;

/** Max pages of a listing: 500,000 objects, before patterns select some. */
const maxPages = 500;

const defaultRegion = 'us-east-1';

/** A bucket of S3, or of a service that speaks its protocol. */
export const s3Kind: ConnectorKind = {
  hasUrl: true,
  fields: ['bucket', 'region', 'folder', 'accessKeyId', 'secretAccessKey'],
  required: ['bucket'],
  secret: 'secretAccessKey',
  open: openBucket,
};

function openBucket(of: Connecting): Connector {
  const { connection, credentials, url: endpoint } = of;
  const { bucket, region, accessKeyId } = connection;
  const isWanted = createItemFilter(of);
  const send = createRequests(of, reasonOf);
  const base = baseOf(endpoint, bucket ?? '');

  const get = async (url: string, maxBytes: number) => {
    const { secretAccessKey } = credentials;
    if (accessKeyId === null || secretAccessKey === undefined) return send({ url, maxBytes });
    const signed = await signS3({
      method: 'GET',
      url,
      headers: {},
      region: region ?? defaultRegion,
      accessKeyId,
      secretAccessKey,
    });
    return send({ ...signed, secretHeaders: ['x-amz-date', 'x-amz-content-sha256'], maxBytes });
  };

  const read = async ({ key }: ConnectorItem): Promise<ItemContent> => {
    const path = key.split('/').map(encodeSegment).join('/');
    const { bytes, headers } = await get(`${base}/${path}`, connectorLimits.itemBytes);
    return { bytes, fileName: nameOf(key), contentType: headers['content-type'] ?? '' };
  };

  /** Reads the pages of the listing. */
  const pages = async function* (): AsyncGenerator<ObjectList> {
    const query = new Map([
      ...[['list-type', '2'] as const, ['encoding-type', 'url'] as const, ['max-keys', '1000'] as const],
      ['prefix', folderOf(connection.folder)],
    ]);
    for (let count = 1; ; count += 1) {
      const { bytes, url } = await get(`${base}?${inOrder(query)}`, listBytes);
      const list = readObjectList(bytes.toString('utf8'));
      if (list === undefined) throw noBucket(url);
      yield list;
      if (list.next === undefined || list.next === '') return;
      if (count >= maxPages) throw tooMany();
      query.set('continuation-token', list.next);
    }
  };

  return {
    list: async function* () {
      for await (const { objects } of pages())
        for (const { key, etag, bytes } of objects)
          if (!key.endsWith('/') && isWanted(key))
            yield { key, version: `${etag}-${bytes}`, title: nameOf(key), url: null, bytes };
    },
    read: async function* (items) {
      for (const item of items) {
        const content = isReachable(item.key) ? await read(item).catch(asFailure) : unreachableKey();
        yield { item, content };
      }
    },
  };
}

/** Address of a bucket: Amazon has it in the host's name, other services in the path. */
function baseOf(endpoint: string, bucket: string): string {
  const url = new URL(endpoint);
  const path = url.pathname.replace(/\/{1,100}$/, '');
  if (url.hostname.endsWith('.amazonaws.com') && !bucket.includes('.'))
    return `${url.protocol}//${bucket}.${url.host}${path}`;
  return `${url.origin}${path}/${encodeSegment(bucket)}`;
}

/** The signature covers the query in the order of its names. */
const inOrder = (query: ReadonlyMap<string, string>): string =>
  [...query.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeSegment(value)}`)
    .join('&');

/** Percent-encodes all but unreserved characters (RFC 3986), as signatures demand. */
const encodeSegment = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function asFailure(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error;
  throw error;
}

/** URLs can't have such segments. */
const isReachable = (key: string): boolean => key.split('/').every((segment) => segment !== '.' && segment !== '..');

const unreachableKey = () =>
  new SourceFailure('address_not_allowed', {
    message: 'The key has a part that is . or .., which no address can have.',
    hint: 'Rename the object.',
  });

const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

const noBucket = (url: string) =>
  new SourceFailure('http_error', {
    message: `${new URL(url).host} did not answer as S3 does.`,
    hint: 'Check the address: it is that of the service, without the bucket.',
    retry: false,
  });

const tooMany = () =>
  new SourceFailure('too_large', {
    message: `The bucket lists more than ${(maxPages * 1_000).toLocaleString('en-US')} objects.`,
    hint: 'Choose a folder.',
  });

/** Reads the code and the message of an error document. */
function reasonOf({ bytes }: Refusal): string | undefined {
  const text = bytes.subarray(0, 16 * 1024).toString('utf8');
  const [, code] = /<Code>([^<]{1,100})<\/Code>/.exec(text) ?? [];
  const [, message] = /<Message>([^<]{1,300})<\/Message>/.exec(text) ?? [];
  return code === undefined ? undefined : `${code}${message === undefined ? '.' : `: ${message}`}`;
}
