import { type TSchema, Type } from 'typebox';
import { exampleIds } from '../../schemas/examples.ts';
import { type AnyMultipart, bodyKindOf, maxPublicBytes, mediaTypes, mediaTypesOf, sizeText } from '../body.ts';
import { type Endpoint, type ForVisitors, isConditional, isRepeatable } from '../endpoint.ts';
import { Failure } from '../errors.ts';
import { validatedBody } from '../wire/bodies/bodies.ts';
import { eventExamples, exampleOf } from './examples.ts';
import { failuresOf } from './failures.ts';
import { headersOf } from './headers.ts';
import { platformContent } from './platform-content.ts';
import { codeSamples } from './samples/samples.ts';

/** Returns the documentation of an operation, as a schema of Fastify. */
export function describeOperation(endpoint: Endpoint) {
  const security = {
    public: [],
    session: [{ session: [] }],
  }[endpoint.access as string] ?? [
    ...[{ apiKey: [] }, { session: [] }],
    ...(endpoint.visitors === undefined ? [] : [{ visitor: [] }]),
  ];
  const needs = scopeSentence(endpoint);
  const size = sizeSentence(endpoint);
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [endpoint.description, needs, size].filter((part) => part !== undefined).join('\n\n'),
    security,
    headers: requestHeaders(endpoint),
    ...requestBody(endpoint),
    response: responses(endpoint),
    ...(endpoint.client !== undefined && { 'x-parley-client': clientOf(endpoint) }),
    'x-codeSamples': codeSamples(endpoint),
  };
}

/** Facts that the clients' methods are made of and checked by: their names, and if they repeat or wait for a model. */
const clientOf = ({ client, clientStream, clientPreview, clientUpload, clientRepeats, sends }: Endpoint) => ({
  method: client,
  ...(clientStream !== undefined && { stream: clientStream }),
  ...(clientPreview !== undefined && { preview: clientPreview }),
  ...(clientUpload !== undefined && { upload: clientUpload }),
  ...(clientRepeats !== undefined && { repeats: clientRepeats }),
  ...(sends === true && { slow: true }),
});

/** Returns the sentence about the maximum size of a public endpoint's body. */
function sizeSentence(endpoint: Endpoint): string | undefined {
  if (endpoint.access !== 'public' || endpoint.body === undefined) return undefined;
  return `The body has at most ${sizeText(bodyKindOf(endpoint)?.maxBytes ?? maxPublicBytes)}.`;
}

const bytes = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };

/** Describes a body: of JSON the schema that validates it, with an example. */
function requestBody(endpoint: Endpoint): { body?: unknown; consumes?: readonly string[] } {
  const kind = bodyKindOf(endpoint);
  const schema = validatedBody(endpoint, kind);
  if (kind?.kind === 'multipart') return { body: formSchema(kind), consumes: mediaTypesOf(kind) };
  if (kind?.kind === 'raw') {
    const { description, types, example } = kind;
    const examples = example === undefined ? {} : { examples: [JSON.stringify(example)] };
    return {
      body: { ...bytes, description, ...examples },
      consumes: types.map((type) => (type === '*' ? '*/*' : type)),
    };
  }
  if (schema === undefined) return {};
  // A single example of a body becomes that of its media type.
  const json = { ...schema, examples: [exampleOf(schema)] };
  if (kind?.kind !== 'either') return { body: json };
  return {
    body: { content: { [mediaTypes.json]: { schema: json }, [mediaTypes.form]: { schema: formSchema(kind.form) } } },
  };
}

/** Describes a form: its fields and its files. */
function formSchema({ fields, files }: AnyMultipart) {
  const { properties, required = [] } = fields;
  const parts = Object.entries(files).map(([name, { description, maxBytes, maxCount = 1 }]) => {
    const file = { ...bytes, description: `${description} Max ${sizeText(maxBytes)}.` };
    return [name, maxCount === 1 ? file : { type: 'array', items: file, maxItems: maxCount, description }];
  });
  const neededFiles = Object.entries(files).filter(([, rule]) => rule.required !== false);
  const exampleFiles = neededFiles.map(([name, { maxCount = 1 }]) => [name, maxCount === 1 ? '…' : ['…']]);
  return {
    type: 'object',
    required: [...required, ...neededFiles.map(([name]) => name)],
    properties: { ...properties, ...Object.fromEntries(parts) },
    additionalProperties: false,
    examples: [{ ...(exampleOf(fields) as object), ...Object.fromEntries(exampleFiles) }],
  };
}

function scopeSentence({ access, visitors }: Endpoint): string | undefined {
  if (visitors !== undefined) return `Scope: \`${access}\`. ${visitorSentence(visitors)}`;
  if (access === 'public') return undefined;
  if (access === 'anyone') return 'Any valid API key or session.';
  return access === 'session' ? 'Requires a dashboard session.' : `Scope: \`${access}\`.`;
}

/** Returns the sentence about the fields that visitors may send, of an operation that they may call. */
function visitorSentence({ takes }: ForVisitors): string {
  if (takes.length === 0) return 'Visitors of channels may call it, too.';
  return `Visitors of channels may call it, too, with ${takes.map((name) => `\`${name}\``).join(', ')}.`;
}

function requestHeaders(endpoint: Endpoint): TSchema | undefined {
  const headers: Record<string, TSchema> = {};
  const text = (description: string, example: string) =>
    Type.Optional(Type.String({ description, examples: [example] }));
  if (isRepeatable(endpoint)) {
    headers['Idempotency-Key'] = text(
      'Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if ' +
        'a repeat may have its effect again.',
      'order-10-4432-1',
    );
  }
  if (endpoint.data === 'events')
    headers['Last-Event-ID'] = text(
      'Resume after the event with this ID; absent to begin at the start.',
      `${exampleIds.reply}.1`,
    );
  const [ifNoneMatch, ifMatch] = [
    'Answer 304 if the entity tag is still current; absent for the whole answer.',
    'Refuse with 412 if the entity tag is not current; absent to change it in any case.',
  ];
  if (isConditional(endpoint)) headers['If-None-Match'] = text(ifNoneMatch, '"3"');
  if (endpoint.tagged === true && !['GET', 'POST'].includes(endpoint.method))
    headers['If-Match'] = text(ifMatch, '"3"');
  return Object.keys(headers).length === 0 ? undefined : Type.Object(headers);
}

function responses(endpoint: Endpoint): Record<string, unknown> {
  const successes = endpoint.mayCreate === true ? [200, 201] : [endpoint.status ?? 200];
  const result: Record<string, unknown> = {};
  for (const status of successes) {
    const description = status === 201 ? 'Created.' : 'OK.';
    result[status] = { description, headers: headersOf(endpoint, { status }), content: contentOf(endpoint) };
  }
  if (endpoint.foreign === true && endpoint.method === 'POST') result['202'] = leftAlone(endpoint);
  if (isConditional(endpoint)) {
    result['304'] = { description: 'Not modified.', headers: headersOf(endpoint, { status: 304 }), type: 'null' };
  }
  for (const [status, codes] of failuresOf(endpoint)) {
    const description = `Fails with ${codes.map((code) => `\`${code}\``).join(', ')}.`;
    const headers = headersOf(endpoint, { status, codes });
    const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
    result[status] = { description, headers, content: { 'application/json': { schema: Failure, examples } } };
  }
  return result;
}

/** The answer to a request of a platform that another program answers. */
const leftAlone = (endpoint: Endpoint) => ({
  description: 'Left to another program.',
  headers: headersOf(endpoint, { status: 202 }),
  content: { 'text/plain': { schema: Type.String({ description: 'Empty.' }), example: '' } },
});

/** A stream of events: the schema is that of one event, since OpenAPI 3.1 has none for a sequence. */
const eventsOf = ({ events }: Endpoint) => ({
  'text/event-stream':
    events === undefined ? { schema: Type.String() } : { schema: events, examples: eventExamples(events) },
});

const textsOf = ({ texts = {} }: Endpoint) =>
  Object.fromEntries(
    Object.entries(texts).map(([type, example]) => [type, { schema: Type.String(), example: example() }]),
  );

const success = Type.Literal(true, { description: 'Always true for a success.' });

const withData = (data: TSchema) => Type.Object({ success, data });

/** A sentence; or the data, if the request is a preview. */
function said({ preview, says }: Endpoint): TSchema {
  const sentence = Type.Object({
    success,
    message: Type.String({
      description: 'One sentence that says what was done.',
      ...(says !== undefined && { examples: [says] }),
    }),
  });
  return preview === undefined ? sentence : Type.Union([sentence, withData(preview)]);
}

/** Returns the content of a success by media type. */
function contentOf(endpoint: Endpoint): Record<string, unknown> {
  const { data, streams, foreign } = endpoint;
  if (data === 'events') return eventsOf(endpoint);
  if (data === 'text') return textsOf(endpoint);
  const schema = data === 'message' ? said(endpoint) : withData(data);
  const example = exampleOf(schema);
  if (foreign === true) return platformContent(schema, example);
  return { 'application/json': { schema, example }, ...(streams === true && eventsOf(endpoint)) };
}
