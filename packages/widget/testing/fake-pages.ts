import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';

const dist = resolve(import.meta.dirname, '../dist');

/** As the server sends it (`apps/server/src/http/pages/widget.ts`), which its own test checks. */
const policy = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'",
  "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types dompurify",
].join('; ');

const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };

/** Serves the built widget; returns whether the path is one of its own. */
export function servePage(path: string, response: ServerResponse): boolean {
  const file = path.replace(/^\/chat\/assets\//, 'assets/').replace(/^\//, '');
  const type = types[file.split('.').at(-1) ?? ''];
  if (type !== undefined && existsSync(join(dist, file))) {
    response.writeHead(200, {
      'content-type': `${type}; charset=utf-8`,
      'cross-origin-resource-policy': 'cross-origin',
    });
    response.end(readFileSync(join(dist, file)));
    return true;
  }
  if (!path.startsWith('/chat/')) return false;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
  response.end(readFileSync(join(dist, 'chat.html'), 'utf8').replace('__TITLE__', 'Chat'));
  return true;
}
