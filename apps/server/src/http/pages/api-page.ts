import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { addOpenApi, documentPath } from '../openapi.ts';
import { mountRefusals } from '../refusals.ts';
import { pageHeaders } from './page-headers.ts';

const page = '/docs';

/** What Scalar, which draws the page, is told: to ask nobody but this server, and to show nothing of its maker's. */
const configuration = {
  agent: { disabled: true },
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  // The schemas stand with the operations; their own section would be a second "Models" beside those that answer.
  hideModels: true,
  orderSchemaPropertiesBy: 'preserve',
  // A key that somebody types is gone with the page.
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'apiKey' },
};

/**
 * Adds what describes the API: its document, `GET /api/openapi.json`, and `GET /docs`, a page that shows it and sends
 * requests. Rejects where the package with the page's script is not installed.
 */
export async function addApiDocs(app: FastifyInstance): Promise<void> {
  addOpenApi(app);
  const { file, version } = await findScript();
  // Named after its version, so a copy never grows old.
  const script = `${page}/scalar-${version}.js`;
  app.get(page, { schema: { hide: true } }, (_request, reply) => {
    const nonce = randomBytes(16).toString('base64url');
    return reply.headers(headersWith(nonce)).send(pageText(script, nonce));
  });
  app.get(script, { schema: { hide: true } }, sendScript(file));
  mountRefusals(
    app,
    [page, script].map((path) => ({ path, method: 'GET' })),
  );
}

/**
 * Scalar's browser bundle in its package. That is the package for Fastify and not `@scalar/api-reference`: it has the
 * same file without the 300 packages from which the file was made.
 */
async function findScript(): Promise<{ file: string; version: string }> {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('@scalar/fastify-api-reference'));
  const { version } = JSON.parse(await readFile(join(folder, '../package.json'), 'utf8')) as { version: string };
  return { file: join(folder, 'js/standalone.js'), version };
}

const compress = promisify(gzip);

/**
 * Answers the script. Of its 3.6 MB, 1 MB is left when it is compressed: that is done when somebody first asks for it,
 * and kept; a server on which nobody opens the page has none of it in memory.
 */
function sendScript(file: string): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let kept: Promise<Buffer> | undefined;
  const load = async () => compress(await readFile(file), { level: constants.Z_BEST_COMPRESSION });
  const compressed = () => {
    kept ??= load().catch((error: unknown) => {
      // The next request tries again.
      kept = undefined;
      throw error;
    });
    return kept;
  };
  return async (request, reply) => {
    const body = takesGzip(request) ? await compressed() : undefined;
    reply.headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    return body === undefined
      ? reply.send(createReadStream(file))
      : reply.header('content-encoding', 'gzip').send(body);
  };
}

const takesGzip = (request: FastifyRequest): boolean => new Negotiator(request).encoding(['gzip']) !== undefined;

/**
 * Refuses what the policy would refuse: a library in the script asks once whether it may compile code, and does without
 * where it may not. Asked of the browser, that would be reported as a violation each time.
 */
const noCompiling =
  "Function = new Proxy(Function, { construct() { throw new EvalError('Nothing is compiled here.'); } });";

const configurationText = JSON.stringify(configuration).replaceAll('"', '&quot;');

function pageText(script: string, nonce: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Parley API</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <noscript>The page needs JavaScript. The document that it shows is at <a href="${documentPath}">${documentPath}</a>.</noscript>
    <script nonce="${nonce}">${noCompiling}</script>
    <script id="api-reference" type="application/json" data-url="${documentPath}" data-configuration="${configurationText}"></script>
    <script nonce="${nonce}" src="${script}"></script>
  </body>
</html>
`;
}

/**
 * Scripts run with the reply's nonce only, and requests go to this server only. Styles may stand anywhere: Scalar's
 * script adds its style sheets as elements, and sets styles as attributes, without a way to give them a nonce. They can
 * load nothing: pictures may be inside the page alone, fonts nowhere.
 */
const headersWith = (nonce: string): Record<string, string> =>
  pageHeaders({
    'default-src': "'none'",
    'script-src': `'nonce-${nonce}'`,
    'style-src': "'unsafe-inline'",
    'img-src': 'data:',
    'connect-src': "'self'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  });
