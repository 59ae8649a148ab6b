import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';

const dist = resolve(import.meta.dirname, '../dist');

/** As the server sends it (`apps/server/src/http/pages/widget.ts`), which its own test checks. */
const policy = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'",
  "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types dompurify",
].join('; ');

const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };

/** The built script as a service at an origin serves it. */
export const widgetScript = (origin: string): string =>
  readFileSync(join(dist, 'widget.js'), 'utf8').replaceAll('__PARLEY_HOST__', origin);

/** The key of all channels, by which frames seal what a page keeps. */
export const keepingKey = Buffer.alloc(32, 7);

interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The language of the channel. */
  readonly language?: string;
}

/** Serves the built widget; returns whether the path is one of its own. */
export function servePage(path: string, { request: { headers }, response, language = 'auto' }: Visit): boolean {
  if (path.includes('/picture-')) return servePicture(response, path);
  const file = path.replace(/^\/chat\/assets\//, 'assets/').replace(/^\//, '');
  const type = types[file.split('.').at(-1) ?? ''];
  if (type !== undefined && existsSync(join(dist, file))) {
    response.writeHead(200, {
      'content-type': `${type}; charset=utf-8`,
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    });
    response.end(path === '/widget.js' ? widgetScript(`http://${headers.host}`) : readFileSync(join(dist, file)));
    return true;
  }
  if (!path.startsWith('/chat/')) return false;
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cross-origin-opener-policy': headers['sec-fetch-site'] === 'same-origin' ? 'unsafe-none' : 'same-origin',
  });
  response.end(
    readFileSync(join(dist, 'chat.html'), 'utf8')
      .replace('__TITLE__', 'Chat')
      .replace('__LANGUAGE__', language)
      .replace('__KEY__', keepingKey.toString('base64')),
  );
  return true;
}

/** Serves the module of a launcher with its data. */
export function serveLauncher(response: ServerResponse, launcher: object | null): void {
  response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'access-control-allow-origin': '*' });
  response.end(readFileSync(join(dist, 'launcher.js'), 'utf8').replace('__SETTINGS__', () => JSON.stringify(launcher)));
}

/** A picture of 64 × 64 pixels in two colours, as base64. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAABlBMVEUPdm795opBD0CSAAAAVklEQVR42u3VMQ4AEBQEUXP/S2t0GoyEsNN7lewvJaWUBqLlXi8adNn3cwI4AZwATgApWACkcBwAKQR4AnjgK1+wB37S/Kj6WfeHxZ82f1w3nPeU0m9V1zcDLYdy3H0AAAAASUVORK5CYII=';

/** Serves the picture of a channel, or its module; one whose name ends with 0 is missing. */
function servePicture(response: ServerResponse, path: string): true {
  const isModule = path.endsWith('.js');
  const isMissing = /0(\.js)?$/.test(path);
  response.writeHead(isMissing ? 404 : 200, {
    'content-type': isModule ? 'text/javascript' : 'image/png',
    'access-control-allow-origin': '*',
  });
  if (isMissing) response.end();
  else response.end(isModule ? `export default '${picture}';` : Buffer.from(picture, 'base64'));
  return true;
}
