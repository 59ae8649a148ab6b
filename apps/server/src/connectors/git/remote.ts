import { SourceFailure } from '../../extract/document.ts';
import type { Connecting } from '../connector.ts';
import { createRequests } from '../requests.ts';
import { type GitObjects, hashBytes, type ObjectFormat, readPack, tooLargePack } from './pack.ts';
import { encodeRequest, lineOf, type Packet, packetsOf } from './packets.ts';

/** Max bytes of a pack, and of a list of references. */
const maxBytes = { pack: 32 * 1024 * 1024, refs: 4 * 1024 * 1024 } as const;

/** The header that asks for version 2 of the protocol (gitprotocol-http). */
const version = { 'git-protocol': 'version=2' };

/** Capabilities of a server. */
interface Service {
  /** Address of the repository, after redirects. */
  readonly url: string;
  readonly format: ObjectFormat;
  /** True if it sends a part of a repository (gitprotocol-v2, `filter`). */
  readonly filters: boolean;
}

/** A repository on a server, by version 2 of the protocol over HTTP. Methods throw a `SourceFailure`. */
export type Remote = Awaited<ReturnType<typeof openRemote>>;

const noGit = (host: string, hint: string) =>
  new SourceFailure('http_error', { message: `${host} did not answer as a Git server does.`, hint, retry: false });

/** Asks a server what it can do. */
export async function openRemote(of: Pick<Connecting, 'url' | 'credentials' | 'fetch' | 'signal'>) {
  const send = createRequests(of, () => undefined);
  const { origin, host } = new URL(of.url);
  const authorization = authorizationOf(host, of.credentials.token);
  /** Credentials are for the server that they were given for. */
  const headersFor = (url: string): Readonly<Record<string, string>> =>
    authorization === undefined || new URL(url).origin !== origin ? version : { ...version, authorization };

  const base = of.url.replace(/\/{1,100}$/, '');
  const suffix = '/info/refs?service=git-upload-pack';
  const answer = await send({ url: base + suffix, headers: headersFor(base), maxBytes: maxBytes.refs });
  const service = serviceOf(answer.bytes, answer.url.endsWith(suffix) ? answer.url.slice(0, -suffix.length) : base);
  if (service === undefined) {
    throw noGit(host, 'Check the address: it is the one that git clone takes. The server must have Git 2.18 or later.');
  }
  const { url, format, filters } = service;

  const post = async (lines: readonly (string | null)[], most: number): Promise<Packet[]> => {
    const headers = {
      ...headersFor(url),
      'content-type': 'application/x-git-upload-pack-request',
      accept: 'application/x-git-upload-pack-result',
    };
    const request = { url: `${url}/git-upload-pack`, method: 'POST', headers, maxBytes: most } as const;
    const { bytes } = await send({ ...request, body: encodeRequest(lines) });
    return readPackets(bytes, host);
  };

  const fetchPack = async (lines: readonly string[]): Promise<GitObjects> => {
    try {
      const packets = await post(
        ['command=fetch', `object-format=${format}`, null, 'no-progress', ...lines],
        maxBytes.pack,
      );
      return await readPack(packOf(packets, host), format);
    } catch (error) {
      if (error instanceof SourceFailure && error.code === 'too_large') throw tooLargePack();
      throw error;
    }
  };

  return {
    filters,
    format,

    /** Returns the ID of the commit of a branch or tag, or of the default branch. */
    resolve: async (branch: string | null): Promise<string> => {
      const names = branch === null ? ['HEAD'] : [`refs/heads/${branch}`, `refs/tags/${branch}`, branch];
      const lines = [
        'command=ls-refs',
        `object-format=${format}`,
        null,
        'peel',
        ...names.map((name) => `ref-prefix ${name}`),
      ];
      const refs = new Map<string, string>();
      for (const each of await post(lines, maxBytes.refs)) {
        if (typeof each === 'string') continue;
        const [id = '', name = '', ...attributes] = lineOf(each).split(' ');
        refs.set(name, attributes.find((attribute) => attribute.startsWith('peeled:'))?.slice('peeled:'.length) ?? id);
      }
      for (const name of names) {
        const id = refs.get(name);
        if (id !== undefined && isId(id, format)) return id;
      }
      throw noBranch(branch);
    },

    /** Returns a commit with its trees; also its files if the server can't leave them out. */
    commit: (id: string): Promise<GitObjects> =>
      fetchPack(['deepen 1', ...(filters ? ['filter blob:none'] : []), `want ${id}`, 'done']),

    /** Returns objects. */
    objects: (ids: readonly string[]): Promise<GitObjects> => fetchPack([...ids.map((id) => `want ${id}`), 'done']),
  };
}

const isId = (text: string, format: ObjectFormat): boolean =>
  text.length === 2 * hashBytes[format] && /^[0-9a-f]+$/.test(text);

const noBranch = (branch: string | null) =>
  branch === null
    ? new SourceFailure('nothing_found', {
        message: 'The repository is empty.',
        hint: 'Push a commit, then sync again.',
      })
    : new SourceFailure('nothing_found', {
        message: `The repository has no branch or tag ${branch}.`,
        hint: 'Correct the branch of the source.',
      });

/** Basic authentication with a token. Servers take any user's name with it, but for one. */
function authorizationOf(host: string, token: string | undefined): string | undefined {
  if (token === undefined) return undefined;
  const user = host === 'bitbucket.org' ? 'x-token-auth' : 'x-access-token';
  return `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;
}

/** Reads the capabilities of a server; undefined if it doesn't speak version 2. */
function serviceOf(bytes: Buffer, url: string): Service | undefined {
  let lines: string[];
  try {
    lines = [...packetsOf(bytes)].flatMap((each) => (typeof each === 'string' ? [] : [lineOf(each)]));
  } catch {
    return undefined;
  }
  if (!lines.includes('version 2')) return undefined;
  const capability = (name: string) => lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1);
  const format = capability('object-format') ?? 'sha1';
  if (format !== 'sha1' && format !== 'sha256') return undefined;
  return { url, format, filters: (capability('fetch') ?? '').split(' ').includes('filter') };
}

function readPackets(bytes: Buffer, host: string): Packet[] {
  let packets: Packet[];
  try {
    packets = [...packetsOf(bytes)];
  } catch {
    throw noGit(host, 'Sync again. If it fails again, check the address.');
  }
  for (const each of packets) {
    const error = typeof each === 'string' ? undefined : /^ERR (.{1,300})/.exec(lineOf(each))?.[1];
    if (error !== undefined) throw refusal(host, error);
  }
  return packets;
}

const refusal = (host: string, reason: string) =>
  new SourceFailure('http_error', { message: `${host} refuses the request: ${reason}`, hint: 'Sync again later.' });

/** Bands of a packet of data (gitprotocol-pack, "side-band-64k"). */
const bands = { data: 1, error: 3 } as const;

/** Joins the pack of an answer: packets after `packfile`, whose first byte is the band. */
function packOf(packets: readonly Packet[], host: string): Buffer {
  const start = packets.findIndex((each) => typeof each !== 'string' && lineOf(each) === 'packfile');
  const parts: Buffer[] = [];
  for (const each of packets.slice(start + 1)) {
    if (typeof each === 'string') break;
    if (each[0] === bands.error) throw refusal(host, each.subarray(1, 300).toString('utf8').trim());
    if (each[0] === bands.data) parts.push(each.subarray(1));
  }
  return Buffer.concat(parts);
}
