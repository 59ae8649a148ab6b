import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { failureExample, guide, sections } from '../error-guide/guide.ts';
import { errorsPage } from '../pages/paths.ts';
import { prepareFile } from '../pages/varying.ts';
import { mountRefusals } from '../refusals.ts';
import { shareFailures } from './failures.ts';
import { headerComponents, headerReference } from './headers.ts';
import { describeOperation } from './operation.ts';
import { tags } from './tags.ts';
import { eventWebhooks, webhookComponents } from './webhooks.ts';

/** The options of the OpenAPI document (version 3.1.0); it uses the same schemas that validate and serialise. */
export function openApiOptions(version: string): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Parley',
        version,
        description:
          'Manage conversational agents, their conversations and their integrations. A success is ' +
          '`{"success":true,"data":{…}}`, or `{"success":true,"message":"…"}` if there is nothing but a sentence. A ' +
          `failure has a stable \`code\`: [every code](${errorsPage}) with its cause and cure.`,
        contact: { name: 'The operator of this instance' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: 'This instance' }],
      tags: [...tags],
      components: {
        headers: headerComponents,
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `parley_` and 38 characters.' },
          visitor: {
            type: 'http',
            scheme: 'bearer',
            description: 'The token of a visitor of a channel: it begins with `pvt_`.',
          },
          session: { type: 'apiKey', in: 'cookie', name: 'parley_session', description: 'The dashboard’s session.' },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const endpoint = route.config?.endpoint;
      // Plain routes (such as the document and metrics) and Fastify's HEAD routes aren't operations.
      if (endpoint === undefined || route.method === 'HEAD') return { schema: { ...schema, hide: true }, url };
      return { schema: { ...schema, ...describeOperation(endpoint) } as typeof schema, url };
    },
  };
}

/** The path of the document. */
export const documentPath = '/api/openapi.json';

/** Adds `GET /api/openapi.json`. It returns the bare document without our envelope, as tools expect. */
export function addOpenApi(app: FastifyInstance): void {
  // Bytes, not text: responses that wait to be read share them.
  let bytes: Buffer | undefined;
  const load = () => {
    bytes ??= Buffer.from(JSON.stringify(openApiDocument(app)));
    return bytes;
  };
  const send = prepareFile({ load, plain: load });
  app.get(documentPath, { schema: { hide: true } }, (request, reply) => send(request, reply, {}));
  mountRefusals(app, [{ path: documentPath, method: 'GET' }]);
}

/** Returns the document as JSON, indented by two spaces. */
export const openApiText = (app: FastifyInstance): string => `${JSON.stringify(openApiDocument(app), null, 2)}\n`;

/** Returns the document. Schemas with a title appear once, under `components`. */
function openApiDocument(app: FastifyInstance): object {
  const document = app.swagger() as unknown as { components: { schemas?: Record<string, unknown> }; paths: unknown };
  const schemas: Record<string, unknown> = {};
  const paths = hoist(document.paths, schemas) as object;
  const webhooks = hoist(eventWebhooks(), schemas);
  const responses = shareFailures(paths);
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  const examples = failureExamples(responses);
  const components = { ...document.components, schemas: sorted, ...webhookComponents, responses, examples };
  return { ...document, components, paths, webhooks };
}

/** Keywords of ours in schemas, which only validation and the examples read. */
const ownKeywords: readonly string[] = ['x-message', 'x-hints', 'x-shown'];

/** Keywords whose values are data: parts of them may look like a schema, but aren't. */
const dataKeywords: readonly string[] = ['example', 'examples', 'default', 'x-codeSamples'];

/** One example of a failure for each error code that a response has; the responses refer to them. */
function failureExamples(responses: unknown): Record<string, unknown> {
  const used = new Set(JSON.stringify(responses).match(/(?<=#\/components\/examples\/)\w+/g));
  const codes = sections.flatMap((section) => section.codes).filter((code) => used.has(code));
  return Object.fromEntries(
    codes.map((code) => {
      const { cause, cure } = guide[code];
      return [code, { summary: cause, description: cure, value: failureExample(code) }];
    }),
  );
}

function hoist(node: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((item) => hoist(item, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node)
    .filter(([name]) => !ownKeywords.includes(name))
    .map(([name, value]) => [name, dataKeywords.includes(name) ? value : hoist(value, schemas)] as const);
  const copy = Object.fromEntries(entries);
  const header = headerReference(copy);
  if (header !== undefined) return header;
  // A parameter with a default is optional for the caller, although the handler always gets a value.
  const { in: place, schema: parameter } = copy as { in?: unknown; schema?: { default?: unknown; type?: unknown } };
  if (place === 'query' && parameter?.default !== undefined) copy['required'] = false;
  if (place === 'query' && parameter?.type === 'object') Object.assign(copy, { style: 'deepObject', explode: true });
  if (typeof copy['title'] !== 'string') return copy;
  const { title, ...schema } = copy;
  schemas[title] = schema;
  return { $ref: `#/components/schemas/${title}` };
}
