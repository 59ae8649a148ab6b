import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../text/html/escape-html.ts';
import { clientGuide, clientIntroduction } from '../error-guide/clients.ts';
import { failureExample, guide, repeatedByClients, sections } from '../error-guide/guide.ts';
import { repeatWords } from '../error-guide/markdown.ts';
import { mountRefusals } from '../refusals.ts';
import { statusOf } from '../statuses.ts';
import { pageHeaders } from './page-headers.ts';
import { docsPage, errorsPage } from './paths.ts';
import { prepareFile } from './varying.ts';

/** Adds `GET /docs/errors`: every error code with its cause and cure; `#<code>` leads to one. It needs no script. */
export function addErrorsPage(app: FastifyInstance): void {
  let bytes: Buffer | undefined;
  const load = () => {
    bytes ??= Buffer.from(pageText(bodyText()));
    return bytes;
  };
  const send = prepareFile({ load, plain: load });
  app.get(errorsPage, { schema: { hide: true } }, (request, reply) => send(request, reply, headers));
  mountRefusals(app, [{ path: errorsPage, method: 'GET' }]);
}

const style = `
:root { color-scheme: light dark; --text: #1b1b1b; --soft: #5c5c5c; --line: #e2e2e2; --back: #fff; --mark: #f6f6f6; --link: #0b63ce; --on: #fff4d6; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e7e7e7; --soft: #a3a3a3; --line: #2d2d2d; --back: #0f0f0f; --mark: #1a1a1a; --link: #6cb2ff; --on: #33290c; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.5rem 6rem; }
h1 { margin: 0.5rem 0 1rem; font-size: 1.9rem; line-height: 1.2; }
h2 { margin: 3.5rem 0 0.5rem; font-size: 1.3rem; }
h3 { margin: 0; font: 600 1rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover, h3 a:focus-visible { text-decoration: underline; }
a { color: var(--link); }
p { margin: 0.5rem 0; }
code { padding: 0.1em 0.3em; border-radius: 4px; background: var(--mark); font: 0.88em ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: 0.75rem 0 0; padding: 0.75rem 1rem; border-radius: 6px; background: var(--mark); font: 0.82rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
section { padding: 1.25rem 0; border-top: 1px solid var(--line); }
section:target { margin: 0 -1rem; padding: 1.25rem 1rem; border-radius: 6px; background: var(--on); }
section:target pre, section:target code { background: var(--back); }
.facts { color: var(--soft); font-size: 0.9rem; }
nav ul { margin: 0.25rem 0 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: 0.15rem 1rem; font-size: 0.9rem; }
nav h2 { margin: 1.25rem 0 0; font-size: 0.9rem; }
summary { cursor: pointer; color: var(--soft); font-size: 0.9rem; }
`;

/** The policy names the style by its hash, so that the page is the same for every reader. */
const headers = pageHeaders({
  'default-src': "'none'",
  'style-src': `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src': 'data:',
  'form-action': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
});

const pageText = (body: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Errors · Parley API</title>
    <link rel="icon" href="data:,">
    <style>${style}</style>
  </head>
  <body>
    <main>${body}</main>
  </body>
</html>
`;

function bodyText(): string {
  const links = sections.map(({ title, codes }) => {
    const items = codes.map((code) => `<li><a href="#${code}">${code}</a></li>`).join('');
    return `<h2>${title}</h2><ul>${items}</ul>`;
  });
  const parts = sections.map(({ title, codes }) => `<h2>${title}</h2>${codes.map(entryText).join('')}`);
  return `
<p><a href="${docsPage}">Parley API</a></p>
<h1>Errors</h1>
<p>Branch on <code>code</code>: it is stable. <code>error</code> is a sentence for a person, and may change. Quote <code>requestId</code> when you ask the operator.</p>
<p>The clients repeat some failed requests by themselves: up to twice, after 0.5 to 8 s or <code>Retry-After</code>. “If it is safe” means any GET, PUT or DELETE, and a POST with its <code>Idempotency-Key</code>, which the clients add.</p>
<nav aria-label="Codes">${links.join('')}<h2>Raised by the clients</h2><ul>${clientLinks()}</ul></nav>
${parts.join('')}
<h2>Raised by the clients</h2>
<p>${clientIntroduction}</p>
${Object.entries(clientGuide).map(clientText).join('')}`;
}

const clientLinks = (): string =>
  Object.keys(clientGuide)
    .map((code) => `<li><a href="#client-${code}">${code}</a></li>`)
    .join('');

/** A code of a client can be that of the service, too, so its anchor says whose it is. */
const clientText = ([code, { cause, cure }]: readonly [string, { readonly cause: string; readonly cure: string }]) =>
  `<section id="client-${code}">
<h3><a href="#client-${code}">${code}</a></h3>
<p><strong>Cause.</strong> ${html(cause)}</p>
<p><strong>Cure.</strong> ${html(cure)}</p>
</section>`;

function entryText(code: (typeof sections)[number]['codes'][number]): string {
  const { cause, cure } = guide[code];
  const example = JSON.stringify(failureExample(code), null, 2);
  return `<section id="${code}">
<h3><a href="#${code}">${code}</a></h3>
<p class="facts">Status ${statusOf[code]} · Repeated by the clients: ${repeatWords[repeatedByClients(code)].toLowerCase()}</p>
<p><strong>Cause.</strong> ${html(cause)}</p>
<p><strong>Cure.</strong> ${html(cure)}</p>
<details><summary>Example</summary><pre>${escapeHtml(example)}</pre></details>
</section>`;
}

/** Text of the guide, in which backticks mark code, as HTML. */
const html = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
