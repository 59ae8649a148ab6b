import type { KnowledgeSource } from '@parley/sdk';
import { validateAddress } from './address.ts';
import type { Interval } from './interval-field.tsx';
import { readPatterns, validatePatterns } from './patterns.ts';

/** The types of sources that are connected to a store. */
export type ConnectedType = 'git' | 's3' | 'notion';

/** Settings of a connection and of its syncs. A secret that is stored is empty here. */
export interface ConnectionValues extends Record<string, unknown> {
  url: string;
  branch: string;
  folder: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  /** Link or ID of a page or database of Notion; empty for all. */
  root: string;
  secret: string;
  include: string;
  exclude: string;
  syncInterval: Interval;
}

export const noConnection: ConnectionValues = {
  ...{ url: '', branch: '', folder: '', bucket: '', region: '', accessKeyId: '', root: '', secret: '' },
  ...{ include: '', exclude: '', syncInterval: null },
};

/** True for a type of source that is connected to a store. */
export const isConnected = (type: KnowledgeSource['type']): type is ConnectedType =>
  type === 'git' || type === 's3' || type === 'notion';

/** A link or an ID of Notion, which ends with 32 hexadecimal digits before its parameters. */
const rootPattern = /^\S*[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}(?:[?#]\S*)?$/i;

const validateRoot = (value: string): string | null =>
  value.trim() === '' || rootPattern.test(value.trim()) ? null : 'Must be the link or the ID of a page or database.';

/** Returns the messages about the fields of a type; a new source of Notion needs its token. */
export const validateConnection = (type: ConnectedType, { isNew = false } = {}) =>
  type === 'notion'
    ? {
        root: validateRoot,
        secret: (value: string) => (isNew && value.trim() === '' ? 'Enter the secret of the integration.' : null),
      }
    : {
        url: validateAddress,
        bucket: (value: string) => (type === 's3' && value.trim() === '' ? 'Enter the name of the bucket.' : null),
        include: validatePatterns,
        exclude: validatePatterns,
      };

/** Returns the values of a stored source. */
export function connectionValues({
  url,
  connection,
  include,
  exclude,
  syncInterval,
}: KnowledgeSource): ConnectionValues {
  const { branch, folder, bucket, region, accessKeyId, root } = connection ?? {};
  return {
    ...{ url: url ?? '', branch: branch ?? '', folder: folder ?? '', bucket: bucket ?? '', region: region ?? '' },
    ...{ accessKeyId: accessKeyId ?? '', root: root ?? '', secret: '', syncInterval },
    ...{ include: include.join('\n'), exclude: exclude.join('\n') },
  };
}

/** Returns the values as the API takes them; an empty secret stays as it is stored. */
export function connectionDraft(type: ConnectedType, values: ConnectionValues) {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  const { secret, include, exclude, syncInterval } = values;
  const given = secret === '' ? {} : { [type === 's3' ? 'secretAccessKey' : 'token']: secret.trim() };
  if (type === 'notion') return { syncInterval, connection: { root: orNull(values.root), ...given } };
  const folder = orNull(values.folder);
  const own =
    type === 'git'
      ? { branch: orNull(values.branch) }
      : { bucket: values.bucket.trim(), region: orNull(values.region), accessKeyId: orNull(values.accessKeyId) };
  return {
    ...{ url: values.url.trim(), include: readPatterns(include), exclude: readPatterns(exclude), syncInterval },
    connection: { folder, ...own, ...given },
  };
}
