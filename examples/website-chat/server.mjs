/**
 * A small site whose visitors chat with an agent: anonymous ones, and people who sign in. Parley identifies them by a
 * token that this server signs. The site sends a strict Content Security Policy.
 *
 *   PARLEY_BASE_URL=… PARLEY_CHANNEL=channel_… PARLEY_IDENTITY_SECRET=parley_identity_… node server.mjs
 */
import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { PARLEY_BASE_URL = '', PARLEY_CHANNEL = '', PARLEY_IDENTITY_SECRET = '', PORT = '8080' } = process.env;
if (!URL.canParse(PARLEY_BASE_URL) || PARLEY_CHANNEL === '' || PARLEY_IDENTITY_SECRET === '') {
  console.error('Set PARLEY_BASE_URL, PARLEY_CHANNEL and PARLEY_IDENTITY_SECRET: see README.md.');
  process.exit(2);
}
const instance = new URL(PARLEY_BASE_URL).origin;

/** Nothing but the site's own files, and the script and the frame of the instance. */
const policy = [
  "default-src 'none'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'",
  `script-src 'self' ${instance}; frame-src ${instance}`,
].join('; ');

/** People who can sign in. A real site has passwords. */
const people = new Map([
  ['ada', { id: 'customer-1', name: 'Ada' }],
  ['grace', { id: 'customer-2', name: 'Grace' }],
]);

/** Signed-in people, by the session in the cookie. */
const sessions = new Map();

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */

/** @param {string} name */
const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const page = read('page.html')
  .replace('INSTANCE', () => instance)
  .replace('CHANNEL', () => encodeURIComponent(PARLEY_CHANNEL));

/** @type {Readonly<Record<string, (request: Request, response: Response) => unknown>>} */
const routes = {
  'GET /': (_request, response) => send(response, 'text/html', page),
  'GET /site.css': (_request, response) => send(response, 'text/css', read('site.css')),
  'GET /site.js': (_request, response) => send(response, 'text/javascript', read('site.js')),
  'POST /sign-in': signIn,
  'POST /sign-out': signOut,
  'GET /chat-identity': (request, response) => {
    const person = personOf(request);
    if (person === undefined) return response.writeHead(204).end();
    return send(response, 'application/jwt', identityOf(person));
  },
};

/**
 * A proof of who a person is (RFC 7519): HS256 under the channel's secret, valid for ten minutes.
 * @param {{ id: string, name: string }} person
 */
function identityOf({ id, name }) {
  const now = Math.floor(Date.now() / 1000);
  const parts = [
    { alg: 'HS256', typ: 'JWT' },
    { sub: id, name, aud: PARLEY_CHANNEL, iat: now, exp: now + 600 },
  ];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${createHmac('sha256', PARLEY_IDENTITY_SECRET).update(signed).digest('base64url')}`;
}

/** @param {Request} request */
const sessionOf = ({ headers }) => /(?:^|; )session=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? '';

/** @param {Request} request */
const personOf = (request) => people.get(sessions.get(sessionOf(request)));

/** @param {Request} request @param {Response} response */
async function signIn(request, response) {
  let form = '';
  for await (const part of request.setEncoding('utf8')) {
    form += part;
    if (form.length > 1000) return response.writeHead(413).end();
  }
  const name = new URLSearchParams(form).get('name')?.toLowerCase() ?? '';
  if (!people.has(name)) return response.writeHead(303, { location: '/' }).end();
  const session = randomUUID();
  sessions.set(session, name);
  const cookie = `session=${session}; HttpOnly; SameSite=Lax; Path=/`;
  return response.writeHead(303, { location: '/', 'set-cookie': cookie }).end();
}

/** @param {Request} request @param {Response} response */
function signOut(request, response) {
  sessions.delete(sessionOf(request));
  return response.writeHead(303, { location: '/#signed-out', 'set-cookie': 'session=; Max-Age=0; Path=/' }).end();
}

/** @param {Response} response @param {string} type @param {string} body */
function send(response, type, body) {
  const headers = {
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return response.writeHead(200, { ...headers, 'content-type': `${type}; charset=utf-8` }).end(body);
}

const server = createServer(async (request, response) => {
  try {
    const route = `${request.method} ${request.url?.split('?')[0]}`;
    if (Object.hasOwn(routes, route)) await routes[route]?.(request, response);
    else response.writeHead(404).end('Not found');
  } catch (error) {
    console.error(error);
    if (!response.headersSent) response.writeHead(500);
    response.end();
  }
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}`));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close(() => process.exit()));
