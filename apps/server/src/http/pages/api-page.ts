import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addOpenApi, documentPath } from '../openapi/document.ts';
import { mountRefusals } from '../refusals.ts';
import { addErrorsPage } from './errors-page.ts';
import { pageHeaders } from './page-headers.ts';
import { docsPage } from './paths.ts';
import { prepareFile, sendVarying } from './varying.ts';
import { accessibilityScript, viewerStyle } from './viewer-accessibility.ts';

/** The configuration of Scalar, which renders the page: no requests to other servers, no promotion of its vendor. */
const configuration = {
  agent: { disabled: true },
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  // Each operation has samples of its own; the generated ones know neither the clients nor the key’s variable.
  hiddenClients: true,
  showDeveloperTools: 'never',
  // The schemas appear with the operations; a separate section would be a second "Models" beside the language models.
  hideModels: true,
  orderSchemaPropertiesBy: 'preserve',
  // A key that a user enters is not stored.
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'apiKey' },
  customCss: viewerStyle,
};

/**
 * Adds the API documentation: `GET /api/openapi.json`, and `GET /docs`, a page that shows it and can send requests.
 * Rejects if the page's script is missing.
 */
export async function addApiDocs(app: FastifyInstance): Promise<void> {
  addOpenApi(app);
  addErrorsPage(app);
  const { file, version } = await findScript();
  // The name contains the version, so a cached copy never becomes stale.
  const script = `${docsPage}/scalar-${version}.js`;
  app.get(docsPage, { schema: { hide: true } }, (request, reply) => {
    const nonce = randomBytes(16).toString('base64url');
    return sendVarying(request, reply.headers(headersWith(nonce)), pageText(script, nonce));
  });
  app.get(script, { schema: { hide: true } }, sendScript(file));
  mountRefusals(
    app,
    [docsPage, script].map((path) => ({ path, method: 'GET' })),
  );
}

/**
 * Finds Scalar's browser bundle. The package for Fastify has the same file as `@scalar/api-reference`, without its 300
 * dependencies.
 */
async function findScript(): Promise<{ file: string; version: string }> {
  const folder = scalarFolder();
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { file: join(folder, 'dist/js/standalone.js'), version };
}

/** The build copies what is needed of the package (`scripts/build.mjs`), so a built server needs no node_modules. */
function scalarFolder(): string {
  if (!import.meta.url.endsWith('.ts')) return fileURLToPath(new URL('./scalar', import.meta.url));
  const require = createRequire(import.meta.url);
  return dirname(dirname(require.resolve('@scalar/fastify-api-reference')));
}

/** Serves the script, 3.6 MB, which are 0.9 MB with Brotli. A client without compression gets it from the disk. */
function sendScript(file: string): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const send = prepareFile({ load: () => readFile(file), plain: () => createReadStream(file) });
  const headers = {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  };
  return (request, reply) => send(request, reply, headers);
}

/**
 * Makes `new Function` throw, as the policy would. A library in the script probes once whether it may compile code and
 * works without. A probe that reaches the browser is reported as a policy violation.
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
    <script nonce="${nonce}">${accessibilityScript}</script>
    <script nonce="${nonce}" src="${script}"></script>
  </body>
</html>
`;
}

/**
 * Scripts need the response's nonce, and requests may only go to this server. Styles are allowed anywhere: Scalar adds
 * style elements and attributes and can't set a nonce. They can load nothing: images must be inline, fonts are blocked.
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
