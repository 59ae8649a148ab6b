import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mountRefusals } from '../refusals.ts';
import { isCurrent } from './conditional.ts';

/** The folders of the built clients and of the React package; one that is undefined isn't built. */
export interface ClientFolders {
  readonly sdk?: string | undefined;
  readonly react?: string | undefined;
  readonly python?: string | undefined;
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
  /** The name of the description in the folder of the package; the package's build writes it. */
  readonly description: string;
  /** A name of the package without a version. */
  readonly alias?: string;
}

const offers: Readonly<Record<keyof ClientFolders, Offer>> = {
  sdk: { type: 'application/gzip', description: 'parley-sdk.json', alias: 'parley-sdk.tgz' },
  react: { type: 'application/gzip', description: 'parley-react.json', alias: 'parley-react.tgz' },
  // pip reads the name and the version of a wheel from its URL, so it has no other name.
  python: { type: 'application/zip', description: 'parley-python.json' },
};

/**
 * Serves the clients to `npm install` and `pip install`, without credentials: each package under its own name, and its
 * version and integrity under `/sdk/parley-sdk.json` and such.
 */
export async function addClients(app: FastifyInstance, { sdk, react, python }: ClientFolders): Promise<void> {
  if (sdk !== undefined) await addClient(app, sdk, offers.sdk);
  if (react !== undefined) await addClient(app, react, offers.react);
  if (python !== undefined) await addClient(app, python, offers.python);
}

async function addClient(app: FastifyInstance, folder: string, { type, description, alias }: Offer): Promise<void> {
  const { name, version, file, integrity } = JSON.parse(await readFile(join(folder, description), 'utf8')) as Package;
  const content = await readFile(join(folder, file));
  const versioned = `/sdk/${file}`;
  const facts = { success: true, data: { name, version, integrity, bytes: content.length, path: versioned } };
  // The client is the same for every caller, so the tag is its hash.
  const tag = `"${integrity}"`;
  const send = (caching: string, kind: string, body: Buffer | string) => {
    return (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers({ 'cache-control': caching, etag: tag });
      if (isCurrent(request, tag)) return reply.code(304).send();
      return reply.header('content-type', kind).send(body);
    };
  };
  const routes = {
    ...(alias !== undefined && { [`/sdk/${alias}`]: send('public, no-cache', type, content) }),
    [versioned]: send('public, max-age=31536000, immutable', type, content),
    [`/sdk/${description}`]: send('public, no-cache', 'application/json; charset=utf-8', JSON.stringify(facts)),
  };
  for (const [path, handler] of Object.entries(routes)) app.get(path, { schema: { hide: true } }, handler);
  mountRefusals(
    app,
    Object.keys(routes).map((path) => ({ path, method: 'GET' })),
  );
}
