import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress, type Encoding, encodingOf, varies, varyWith } from '../wire/compression.ts';
import { isCurrent } from './conditional.ts';

/** Sends a text that differs from response to response, compressed if the client accepts that and it is large enough. */
export function sendVarying(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): FastifyReply | Promise<FastifyReply> {
  const bytes = Buffer.byteLength(text);
  if (!varies(request, bytes)) return reply.send(text);
  reply.header('vary', varyWith(reply.getHeader('vary')));
  const encoding = encodingOf(request);
  const packed = encoding && compress(text, bytes, encoding);
  if (packed === undefined) return reply.send(text);
  const send = (body: Buffer) => reply.header('content-encoding', encoding).send(body);
  return packed instanceof Promise ? packed.then(send) : send(packed);
}

/** A file that is the same for every caller, as a source of its bytes. */
export interface FileSource {
  /** Reads the whole file, to hash and to compress it. */
  load(): Buffer | Promise<Buffer>;
  /** Returns the bytes for clients that accept no compression. */
  plain(): Buffer | Readable;
}

const packers: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  // The best quality takes 20 times as long as this one, and saves a tenth more.
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * Returns a function that sends a file with an entity tag. The file is hashed and compressed when it is first needed,
 * and kept in these forms only: a server whose page is never opened doesn't hold them in memory.
 */
export function prepareFile({ load, plain }: FileSource) {
  const tagOf = once(async () => {
    const bytes = await load();
    return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  });
  const packed = {
    br: once(async () => packers.br(await load())),
    gzip: once(async () => packers.gzip(await load())),
  };
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    headers: Readonly<Record<string, string>>,
  ): Promise<FastifyReply> => {
    const tag = await tagOf();
    // Weak: every encoding has it.
    reply.headers({ ...headers, etag: `W/${tag}` });
    if (request.server.compresses)
      reply.header('vary', varyWith(reply.getHeader('vary') ?? reply.raw.getHeader('vary')));
    if (isCurrent(request, tag)) return reply.code(304).send();
    const encoding = encodingOf(request);
    if (encoding === undefined) return reply.send(plain());
    const body = await packed[encoding]();
    return reply.header('content-encoding', encoding).send(body);
  };
}

/** Returns a function whose first success is kept; after a failure, the next call retries. */
function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let kept: Promise<Result> | undefined;
  return () => {
    kept ??= make().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}
