import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { AppError } from '../../../errors.ts';
import { maxVisitorBytes } from '../../admission/visitors.ts';
import {
  type AnyEither,
  type AnyMultipart,
  type BodyKind,
  maxFieldsBytes,
  maxJsonOf,
  mediaTypes,
  mediaTypesOf,
  type RawBody,
  type ReceivedFiles,
} from '../../body.ts';
import type { Endpoint } from '../../endpoint.ts';
import { encodedBody, unsupportedMediaType } from '../../errors.ts';
import { discardFiles, type Form, readForm } from '../multipart/multipart.ts';
import { wantBody } from './expect.ts';
import { parseJsonBody } from './json-body.ts';
import { readWhole } from './whole-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The form of a multipart body. */
    form: Form | null;
  }
}

/** Returns the schema that validates the body, if any. For JSON or a form it is the schema of the JSON. */
export function validatedBody({ method }: Endpoint, kind: BodyKind | undefined): TSchema | undefined {
  if (kind?.kind === 'raw') return undefined;
  if (kind?.kind === 'multipart') return kind.fields;
  if (kind?.kind === 'either') return kind.json.schema;
  return kind?.schema ?? (method === 'POST' ? Type.Object({}, { additionalProperties: false }) : undefined);
}

/** Returns the validation of the body for Fastify: a schema, or one for each media type. */
export function bodyValidation(endpoint: Endpoint, kind: BodyKind | undefined) {
  if (kind?.kind !== 'either') return validatedBody(endpoint, kind);
  return {
    content: { [mediaTypes.json]: { schema: kind.json.schema }, [mediaTypes.form]: { schema: kind.form.fields } },
  };
}

/** Creates the hook that refuses a missing body, or takes `{}` for one that may lack. */
export const requireBody =
  (mayLack: boolean) =>
  (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    if (request.body === undefined && !mayLack) {
      done(new AppError('invalid_json', 'The request body is required.'));
      return;
    }
    request.body ??= {};
    done();
  };

/**
 * Adds the parsers of a body that isn't just JSON to a scope of the server that holds just its endpoint. So the parser
 * of JSON bodies stays the only one of every other endpoint. Returns the endpoint to mount there.
 */
export function acceptBody(
  scope: FastifyInstance,
  endpoint: Endpoint,
  body: RawBody | AnyMultipart | AnyEither,
): Endpoint {
  scope.removeAllContentTypeParsers();
  scope.addHook('preParsing', async ({ headers }) => {
    const refusal = encodedBody(headers, mediaTypesOf(body));
    if (refusal !== undefined) throw refusal;
  });
  if (body.kind === 'raw') {
    acceptRaw(scope, body);
    return endpoint;
  }
  if (body.kind === 'either') {
    acceptJson(scope);
    acceptForm(scope, body.form);
    return discarding(scope, endpoint, body.form);
  }
  acceptForm(scope, body);
  scope.addHook('preValidation', ({ form }, _reply, done) => {
    done(form === null ? unsupportedMediaType(mediaTypesOf(body)) : undefined);
  });
  return discarding(scope, endpoint, body);
}

/** Adds the parser of JSON bodies: that of every endpoint that declares no other kind. */
export function acceptJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', (request, _payload, done) => {
    const refusal = encodedBody(request.headers);
    if (refusal !== undefined) return done(refusal);
    const { endpoint } = request.routeOptions.config;
    const parse = (bytes: Buffer) => {
      if (bytes.length === 0 && endpoint?.body === undefined) return undefined;
      const body = parseJsonBody(bytes);
      request.rawBody = bytes;
      return body;
    };
    const most = endpoint === undefined ? 0 : maxJsonOf(endpoint);
    const maxBytes = request.visitor === null ? most : Math.min(most, maxVisitorBytes);
    readWhole(request, { arriving: app.arriving, maxBytes, parse }, done);
  });
}

function acceptRaw(scope: FastifyInstance, { types, maxBytes }: RawBody): void {
  scope.addContentTypeParser([...types], (request, _payload, done) => {
    const parse = (bytes: Buffer) => {
      request.rawBody = bytes;
      return bytes;
    };
    readWhole(request, { arriving: scope.arriving, maxBytes, parse }, done);
  });
  scope.addHook('preValidation', (request, _reply, done) => {
    request.body ??= Buffer.alloc(0);
    done();
  });
}

function acceptForm(scope: FastifyInstance, body: AnyMultipart): void {
  scope.addContentTypeParser(mediaTypes.form, async (request: FastifyRequest) => {
    const { principal } = request;
    if (principal === null) throw new Error('An endpoint with files is not public.');
    const call = { actor: principal, params: request.params as Record<string, string> };
    // Files are streamed, so only the fields count.
    const free = scope.arriving.take(request, maxFieldsBytes);
    wantBody(request.raw);
    const reading = readForm(request.raw, { body, receive: (file) => body.receive(call, file) });
    const form = await reading.finally(free);
    request.form = form;
    request.rawBody = form.identity;
    return form.fields;
  });
}

/**
 * Returns the endpoint, whose received files are discarded if it fails. Adds the hook that discards them if the request
 * never gets as far as the handler: it is refused, or its first answer is sent again.
 */
function discarding(scope: FastifyInstance, endpoint: Endpoint, body: AnyMultipart): Endpoint {
  const handled = new WeakSet<object>();
  scope.addHook('preValidation', ({ form }, reply, done) => {
    reply.raw.once('close', () => {
      if (form !== null && !handled.has(form.files)) discardFiles(body, form.files);
    });
    done();
  });
  return {
    ...endpoint,
    handle: async (call) => {
      const { files } = call as typeof call & { readonly files?: ReceivedFiles<unknown> };
      if (files === undefined) return endpoint.handle(call);
      handled.add(files);
      try {
        return await endpoint.handle(call);
      } catch (error) {
        discardFiles(body, files);
        throw error;
      }
    },
  };
}
