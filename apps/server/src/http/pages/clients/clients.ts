import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../errors.ts';
import { mountRefusals } from '../../refusals.ts';
import { isCurrent } from '../conditional.ts';
import { type KeptClients, keptClients, maxKept } from './kept.ts';

/** The folders of the built clients and of the React package; one that is undefined isn't built. */
export interface ClientFolders {
  readonly sdk?: string | undefined;
  readonly react?: string | undefined;
  readonly python?: string | undefined;
}

/** The clients' surroundings. */
export interface ClientNeeds {
  /** The folder in which packages stay over upgrades. It may not exist yet. */
  readonly folder: string;
  /** The public address of the service, without a slash at its end. */
  readonly publicUrl: () => string;
  /** Reports that the current package could not be kept; it is served nevertheless. */
  readonly onNotKept: (error: unknown, file: string) => void;
}

/** The built package of a client, as its build describes it. */
interface Package {
  readonly name: string;
  readonly version: string;
  /** The name of the file in the same folder, with the version. */
  readonly file: string;
  /** As in `package-lock.json`: `sha512-…`. */
  readonly integrity: string;
}

/** A client that is offered for download. */
interface Offer {
  readonly type: string;
  /** The names of its files; the group is the version. */
  readonly named: RegExp;
  /** The name of the description in the folder of the package; the package's build writes it. */
  readonly description: string;
  /** A name without a version, which redirects to the current package. */
  readonly alias?: string;
  /** The name of a text with the current address, and its content. */
  readonly pin: string;
  readonly pinned: (url: string, content: Buffer) => string;
}

const offers: Readonly<Record<keyof ClientFolders, Offer>> = {
  sdk: {
    type: 'application/gzip',
    named: /^parley-sdk-([0-9A-Za-z.+-]+)\.tgz$/,
    description: 'parley-sdk.json',
    alias: 'parley-sdk.tgz',
    pin: 'parley-sdk.txt',
    pinned: (url) => `${url}\n`,
  },
  react: {
    type: 'application/gzip',
    named: /^parley-react-([0-9A-Za-z.+-]+)\.tgz$/,
    description: 'parley-react.json',
    alias: 'parley-react.tgz',
    pin: 'parley-react.txt',
    pinned: (url) => `${url}\n`,
  },
  // pip reads the version of a wheel from its URL before it follows a redirect, so there is no name without one. The
  // text is a requirements file: pip verifies the hash in the URL.
  python: {
    type: 'application/zip',
    named: /^parley-([0-9A-Za-z.+]+)-py3-none-any\.whl$/,
    description: 'parley-python.json',
    pin: 'parley-python.txt',
    pinned: (url, content) => `parley @ ${url}#sha256=${createHash('sha256').update(content).digest('hex')}\n`,
  },
};

/** An offer with its current package and the earlier ones. */
interface Served extends Offer {
  readonly current: Package;
  readonly content: Buffer;
  readonly kept: KeptClients;
}

const textType = 'text/plain; charset=utf-8';
const jsonType = 'application/json; charset=utf-8';

/** A name with a version has the same bytes forever; one without must be asked for each time. */
const forever = 'public, max-age=31536000, immutable';
const revalidated = 'public, no-cache';

/**
 * Serves the clients to `npm install` and `pip install`, without credentials. Each package has an address with its
 * version, whose bytes never change; the last `maxKept` of each client stay served over upgrades. `/sdk/parley-sdk.tgz`
 * redirects to the current package, `/sdk/parley-sdk.txt` has its address, and `/sdk/parley-sdk.json` its version,
 * integrity, and the versions that are served.
 */
export async function addClients(app: FastifyInstance, folders: ClientFolders, needs: ClientNeeds): Promise<void> {
  const built = Object.entries(offers).flatMap(([which, offer]) => {
    const folder = folders[which as keyof ClientFolders];
    return folder === undefined ? [] : [{ which, offer, folder }];
  });
  if (built.length === 0) return;
  const served = await Promise.all(
    built.map(({ which, offer, folder }) => open(offer, folder, { ...needs, folder: join(needs.folder, which) })),
  );
  const routes = {
    ...Object.assign({}, ...served.map((each) => currentRoutes(each, needs))),
    '/sdk/:file': anyFile(served),
  };
  for (const [path, handler] of Object.entries(routes as Record<string, Handler>)) {
    app.get(path, { schema: { hide: true } }, handler);
  }
  mountRefusals(
    app,
    Object.keys(routes).map((path) => ({ path, method: 'GET' })),
  );
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Reads the current package, and keeps it. A disk that refuses that must not stop the service. */
async function open(offer: Offer, built: string, { folder, onNotKept }: ClientNeeds): Promise<Served> {
  const current = JSON.parse(await readFile(join(built, offer.description), 'utf8')) as Package;
  const content = await readFile(join(built, current.file));
  const kept = keptClients(folder, offer.named);
  await kept.keep({ file: current.file, content }).catch((error: unknown) => onNotKept(error, current.file));
  return { ...offer, current, content, kept };
}

/** The addresses without a version. */
function currentRoutes(served: Served, { publicUrl }: ClientNeeds): Record<string, Handler> {
  const { current, content, alias, description, pin, pinned } = served;
  const path = `/sdk/${current.file}`;
  return {
    ...(alias !== undefined && {
      [`/sdk/${alias}`]: async (_request, reply) => reply.header('cache-control', revalidated).redirect(path, 302),
    }),
    [`/sdk/${pin}`]: async (request, reply) =>
      send({ request, reply }, { type: textType, caching: revalidated, body: pinned(publicUrl() + path, content) }),
    [`/sdk/${description}`]: async (request, reply) => {
      const { name, version, integrity } = current;
      const versions = (await filesOf(served)).map((file) => ({
        version: versionIn(served, file),
        path: `/sdk/${file}`,
      }));
      const data = { name, version, integrity, bytes: content.length, path, versions };
      const body = JSON.stringify({ success: true, data });
      return send({ request, reply }, { type: jsonType, caching: revalidated, body });
    },
  };
}

/** The packages by their names with a version: the current ones, and those that are kept. */
function anyFile(all: readonly Served[]): Handler {
  return async (request, reply) => {
    const { file } = request.params as { readonly file: string };
    const served = all.find(({ named }) => named.test(file));
    if (served === undefined) {
      throw new AppError('route_not_found', 'There is no route at this path.', {
        hint: `Clients are at ${all.map(({ description }) => `/sdk/${description}`).join(', ')}.`,
      });
    }
    const body = file === served.current.file ? served.content : await served.kept.read(file);
    if (body === undefined) throw await notServed(served, file);
    return send({ request, reply }, { type: served.type, caching: forever, body });
  };
}

async function notServed(served: Served, file: string): Promise<AppError> {
  const versions = (await filesOf(served)).map((each) => versionIn(served, each));
  const { name } = served.current;
  return new AppError('route_not_found', `This instance doesn't serve version ${versionIn(served, file)} of ${name}.`, {
    hint: `It serves ${versions.join(', ')}: its current version, and the last ${maxKept - 1} before. Keep a copy of the file that you depend on.`,
  });
}

/** The files that are served, the current one first. */
async function filesOf({ current: { file }, kept }: Served): Promise<readonly string[]> {
  return [file, ...(await kept.names()).filter((name) => name !== file)];
}

const versionIn = ({ named }: Served, file: string) => named.exec(file)?.[1] ?? '';

/** An answer that is the same for every caller. */
interface Answer {
  readonly type: string;
  readonly caching: string;
  readonly body: Buffer | string;
}

/** Sends an answer, or 304 to a client that has it. Its tag is its hash. */
function send(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { type, caching, body }: Answer,
): FastifyReply {
  const tag = `"sha512-${createHash('sha512').update(body).digest('base64')}"`;
  reply.headers({ 'cache-control': caching, etag: tag });
  return isCurrent(request, tag) ? reply.code(304).send() : reply.header('content-type', type).send(body);
}
