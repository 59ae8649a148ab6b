import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../text/html/escape-html.ts';
import { pageHeaders } from '../page-headers.ts';

const style = `
:root { color-scheme: light dark; --text: #1b1b1b; --soft: #5c5c5c; --back: #fff; --line: #e2e2e2; --link: #0b63ce; --on: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e7e7e7; --soft: #a3a3a3; --back: #0f0f0f; --line: #2d2d2d; --link: #6cb2ff; --on: #0f0f0f; }
}
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 3rem 1.5rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
dl { margin: 1.5rem 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 8px; }
dt { color: var(--soft); font-size: 0.875rem; }
dd { margin: 0 0 0.5rem; }
a { color: var(--link); }
button { padding: 0.6rem 1.1rem; border: 0; border-radius: 8px; background: var(--link); color: var(--on); font: inherit; cursor: pointer; }
`;

/**
 * The headers of the pages. The form may be sent here only. A browser would apply that to redirects of the form, too, so
 * the page after it leads onward by itself.
 */
export const connectHeaders = {
  ...pageHeaders({
    'default-src': "'none'",
    'style-src': `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    'img-src': 'data:',
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  }),
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
};

/** A page; `head` and `body` are HTML. */
const page = ({ title, head = '', body }: { readonly title: string; readonly head?: string; readonly body: string }) =>
  `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    ${head}<style>${style}</style>
  </head>
  <body>
    <main><h1>${title}</h1>${body}</main>
  </body>
</html>
`;

const facts = (rows: readonly (readonly [string, string | null])[]): string =>
  `<dl>${rows
    .map(([name, value]) => (value === null ? '' : `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`))
    .join('')}</dl>`;

/** The pages of a sign-in, as HTML. */
export const connectPage = {
  /** Says what will be connected, and asks. */
  offer: ({
    workspace,
    agent,
    tool,
    host,
  }: {
    readonly workspace: string;
    readonly agent: string | null;
    readonly tool: string;
    readonly host: string;
  }): string =>
    page({
      title: 'Connect your account?',
      body: `<p>You will sign in, and allow calls of a tool to be made as you.</p>
${facts([
  ['Agent', agent],
  ['Workspace', workspace],
  ['Tool', tool],
  ['Server', host],
])}
<p><strong>Only go on if you ${agent === null ? 'asked for this link' : 'are talking with this agent'} yourself.</strong>
If another person sent you the link, close this page: that person would act with your account.</p>
<form method="post"><button>Continue to sign in</button></form>`,
    }),

  /** Leads onward to an authorization server. */
  onward: (address: string): string => {
    const url = escapeHtml(address);
    return page({
      title: 'Continue to sign in',
      head: `<meta http-equiv="refresh" content="0;url=${url}">`,
      body: `<p>You are being sent to <a href="${url}">${escapeHtml(new URL(address).host)}</a>.</p>`,
    });
  },

  done: (): string =>
    page({
      title: 'The account is connected',
      body: '<p>You can close this page. Return to the chat, and say that you are done.</p>',
    }),

  refused: (reason: string): string =>
    page({ title: 'The account was not connected', body: `<p>${escapeHtml(reason)}</p>` }),
};
