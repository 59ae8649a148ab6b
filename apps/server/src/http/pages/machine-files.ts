import type { FastifyInstance } from 'fastify';
import { errorsMarkdown } from '../error-guide/markdown.ts';
import { documentPath } from '../openapi/document.ts';
import { operationList } from '../openapi/operation-list.ts';
import { mountRefusals } from '../refusals.ts';
import { docsPage, errorsPage } from './paths.ts';

/** Files for programs that read a site: crawlers, language models and people who look for a security contact. */
export interface MachineFiles {
  /** The public URL of the service, without a slash at the end. */
  readonly publicUrl: string;
  /** A `mailto:` or `https:` URL; undefined if the operator has set none. */
  readonly securityContact: string | undefined;
  /** The current time, in ms since 1970. */
  readonly now: () => number;
  readonly version: string;
  /** The clients that the server offers for download. */
  readonly clients: { readonly sdk: boolean; readonly python: boolean };
}

/** The paths of the Markdown pages. */
const markdown = { operations: `${docsPage}/operations.md`, errors: `${errorsPage}.md` };

const securityPath = '/.well-known/security.txt';

/**
 * Adds `/robots.txt`, `/llms.txt`, the Markdown pages that it links, and, with a contact, `/.well-known/security.txt`.
 */
export function addMachineFiles(app: FastifyInstance, files: MachineFiles): void {
  const { securityContact } = files;
  const pages: Readonly<Record<string, { readonly type: string; readonly text: () => string }>> = {
    '/robots.txt': { type: 'text/plain', text: () => robots },
    '/llms.txt': { type: 'text/plain', text: once(() => llmsText(files)) },
    [markdown.operations]: { type: 'text/markdown', text: once(() => operationList(app)) },
    [markdown.errors]: { type: 'text/markdown', text: once(errorsMarkdown) },
    ...(securityContact !== undefined && {
      [securityPath]: { type: 'text/plain', text: () => securityText(files, securityContact) },
    }),
  };
  for (const [path, { type, text }] of Object.entries(pages)) {
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply.headers({ 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=3600' }).send(text()),
    );
  }
  mountRefusals(
    app,
    Object.keys(pages).map((path) => ({ path, method: 'GET' })),
  );
}

/** Computes a text at its first use. */
function once(compute: () => string): () => string {
  let text: string | undefined;
  return () => {
    text ??= compute();
    return text;
  };
}

/**
 * The Robots Exclusion Protocol (RFC 9309). The dashboard has nothing to index. Chats stay allowed, because crawlers
 * render the pages that embed them, and must fetch a chat's page to see its `noindex`.
 */
const robots = `User-agent: *
Allow: ${docsPage}
Allow: ${documentPath}
Allow: /llms.txt
Allow: /sdk/
Allow: /chat/
Allow: /.well-known/
Disallow: /
`;

/** A day in ms. */
const day = 24 * 60 * 60 * 1000;

/** The time for which `security.txt` is valid, in days. RFC 9116 recommends less than a year. */
const validDays = 180;

/** `security.txt` (RFC 9116). The expiry is cut to a day, so that it changes once a day. */
function securityText({ publicUrl, now }: MachineFiles, contact: string): string {
  const expires = new Date((Math.floor(now() / day) + validDays) * day).toISOString();
  return `Contact: ${contact}\nExpires: ${expires}\nCanonical: ${publicUrl}${securityPath}\n`;
}

/** `llms.txt` (llmstxt.org): a summary of the API of this instance for language models. */
export function llmsText({
  publicUrl,
  version,
  clients,
}: Pick<MachineFiles, 'publicUrl' | 'version' | 'clients'>): string {
  const clientLinks = [
    ...(clients.sdk
      ? [
          `- [TypeScript client](${publicUrl}/sdk/parley-sdk.json): version, integrity and path of the npm package \`@parley/sdk\``,
        ]
      : []),
    ...(clients.python
      ? [`- [Python client](${publicUrl}/sdk/parley-python.json): version, integrity and path of the wheel \`parley\``]
      : []),
  ];
  return `# Parley

> A self-hosted service that manages conversational agents over one HTTP API: agents, the knowledge that they quote, their conversations, and the channels that reach them. This instance runs version ${version}.

- The API is below ${publicUrl}/api. Send \`Authorization: Bearer <API key>\`. People create keys in the dashboard, at ${publicUrl}.
- A success is \`{"success":true,"data":{…}}\`. A failure is \`{"success":false,"error":"…","code":"…","requestId":"…"}\`, often with a \`hint\`. Branch on \`code\`.
- To talk to an agent, send \`POST /api/agents/{id}/chat\` with \`{"content":"…"}\`. The response has the conversation, the message and the reply. With \`"stream":true\` it is server-sent events that end with \`message.completed\` or \`message.failed\`.
- To continue a conversation, add its \`conversationId\`. A stream that was cut resumes with \`GET /api/conversations/{id}/stream\` and \`Last-Event-ID\`.
- Lists take \`limit\` and \`cursor\`; \`nextCursor\` is null on the last page. Unknown fields and parameters are refused.
- Send an \`Idempotency-Key\` with each POST, and repeat the request with the same key if the answer is lost.

## API

- [Operations](${publicUrl}${markdown.operations}): every operation in one line
- [Errors](${publicUrl}${markdown.errors}): every error code with its status, cause and cure
- [OpenAPI 3.1 document](${publicUrl}${documentPath}): every field, status and error code, with examples in curl, TypeScript and Python; more than 1 MB
${clientLinks.length === 0 ? '' : `\n## Clients\n\n${clientLinks.join('\n')}\n`}
## Optional

- [API reference](${publicUrl}${docsPage}): the OpenAPI document as a page for people
`;
}
