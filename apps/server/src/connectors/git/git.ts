import { setImmediate as turn } from 'node:timers/promises';
import { SourceFailure } from '../../extract/document.ts';
import {
  type Connecting,
  type Connector,
  type ConnectorItem,
  type ConnectorKind,
  connectorLimits,
  type ReadItem,
} from '../connector.ts';
import { createItemFilter } from '../item-filter.ts';
import type { GitObjects } from './pack.ts';
import { openRemote, type Remote } from './remote.ts';
import { filesOf } from './tree.ts';
import { viewUrl } from './view-url.ts';

/** Files that are asked for at a time. */
const batch = 32;

/** Files of a listing after which other work of the process gets its turn. */
const filesAtOnce = 1_000;

/** A Git repository over HTTP: only the files that have changed are sent, if the server can do that. */
export const gitKind: ConnectorKind = {
  hasUrl: true,
  fields: ['branch', 'folder', 'token'],
  required: [],
  secret: 'token',
  open: openRepository,
};

function openRepository(of: Connecting): Connector {
  const { url, connection } = of;
  const isWanted = createItemFilter(of);
  let opened: { readonly remote: Remote; readonly whole: GitObjects | undefined } | undefined;

  return {
    list: async function* () {
      const remote = await openRemote(of);
      const commit = await remote.resolve(connection.branch);
      const objects = await remote.commit(commit);
      opened = { remote, whole: remote.filters ? undefined : objects };
      let seen = 0;
      for (const { path, id } of filesOf(objects, commit, remote.format)) {
        seen += 1;
        if (seen % filesAtOnce === 0) await turn();
        if (isWanted(path))
          yield { key: path, version: id, title: nameOf(path), url: viewUrl(url, connection.branch ?? 'HEAD', path) };
      }
    },
    read: async function* (items) {
      if (opened === undefined) throw new Error('The repository has not been listed.');
      const { remote, whole } = opened;
      for (let at = 0; at < items.length; at += batch) {
        const some = items.slice(at, at + batch);
        yield* whole === undefined ? fetched(remote, some) : some.map((item) => contentOf(item, whole));
      }
    },
  };
}

/** Fetches files together, and again in halves if they are too large together. */
async function* fetched(remote: Remote, items: readonly ConnectorItem[]): AsyncGenerator<ReadItem> {
  let objects: GitObjects;
  try {
    objects = await remote.objects([...new Set(items.map(({ version }) => version))]);
  } catch (error) {
    if (!(error instanceof SourceFailure && error.code === 'too_large')) throw error;
    const [only, ...more] = items;
    if (only === undefined) return;
    if (more.length === 0) return yield { item: only, content: new SourceFailure('too_large') };
    const middle = items.length >> 1;
    yield* fetched(remote, items.slice(0, middle));
    return yield* fetched(remote, items.slice(middle));
  }
  for (const item of items) yield contentOf(item, objects);
}

function contentOf(item: ConnectorItem, objects: GitObjects): ReadItem {
  const { key, version } = item;
  const bytes = objects.get(version)?.bytes;
  if (bytes === undefined)
    return {
      item,
      content: new SourceFailure('broken_file', { message: 'The server did not send the file.', retry: true }),
    };
  if (bytes.length > connectorLimits.itemBytes) return { item, content: new SourceFailure('too_large') };
  if (isPointer(bytes)) return { item, content: inLargeStorage() };
  return { item, content: { bytes, fileName: nameOf(key), contentType: '' } };
}

/** Max bytes of a pointer to Git LFS, and its beginning. */
const pointer = { maxBytes: 1_024, start: 'version https://git-lfs.github.com/spec/' } as const;

const isPointer = (bytes: Buffer): boolean =>
  bytes.length < pointer.maxBytes && bytes.subarray(0, pointer.start.length).toString('latin1') === pointer.start;

const inLargeStorage = () =>
  new SourceFailure('unsupported_type', {
    message: 'The file is in Git LFS, which is not read.',
    hint: 'Upload the file, or keep it in the repository itself.',
  });

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
