import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A local server that speaks as much S3 as is used: PUT, GET with ranges, HEAD, DELETE and lists, with signatures. */
export interface FakeS3 {
  readonly url: string;
  /** The objects by `bucket/key`. */
  readonly objects: Map<string, Buffer>;
  /** The requests so far: method and path. */
  readonly requests: string[];
  /** Handles requests in place of the server, one function for each; `undefined` lets it pass. */
  misbehave(...ways: (Misbehaviour | undefined)[]): void;
  /** Handles every request from now on. */
  always(way: Misbehaviour): void;
}

/** Answers a request in another way than S3 does; the body is read already. */
export type Misbehaviour = (
  request: IncomingMessage,
  response: ServerResponse,
  serve: (to?: ServerResponse) => void,
) => void;

const credentials = { id: 'AKIATEST', secret: 'a secret for tests' };

/** The settings of a bucket on the server. */
export const bucketOn = (s3: FakeS3) => ({
  endpoint: s3.url,
  bucket: 'files',
  region: 'eu-test-1',
  accessKeyId: credentials.id,
  secretAccessKey: credentials.secret,
  pathStyle: true,
});

/** Starts the server for one test; its lists have `pageSize` keys a page. */
export async function startFakeS3({ pageSize = 1_000 } = {}): Promise<FakeS3> {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const ways: (Misbehaviour | undefined)[] = [];
  let every: Misbehaviour | undefined;
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch {
      return;
    }
    const body = Buffer.concat(chunks);
    const serve = (to = response) => answer(request, to, { objects, body, pageSize });
    const way = ways.length > 0 ? ways.shift() : every;
    if (way === undefined) serve();
    else way(request, response, serve);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    requests,
    misbehave: (...given) => void ways.push(...given),
    always: (way) => {
      every = way;
    },
  };
}

interface Serving {
  readonly objects: Map<string, Buffer>;
  readonly body: Buffer;
  readonly pageSize: number;
}

function answer(request: IncomingMessage, response: ServerResponse, { objects, body, pageSize }: Serving): void {
  const [path = '', query] = (request.url ?? '').split('?');
  const key = decodeURIComponent(path.slice(1));
  const object = objects.get(key);
  const isList = query !== undefined;
  const problem =
    problemOf(request, body) ?? (needsObject(request) && !isList && object === undefined ? noSuchKey : undefined);
  if (problem !== undefined) refuse(response, problem, request.method === 'HEAD');
  else if (isList) response.end(listOf(objects, new URLSearchParams(query), pageSize));
  else if (request.method === 'PUT') {
    objects.set(key, body);
    response.writeHead(200, { etag: '"anything"' }).end();
  } else if (request.method === 'DELETE') {
    objects.delete(key);
    response.writeHead(204).end();
  } else read(request, response, object ?? Buffer.alloc(0));
}

/** The page of a list that begins at a token: the index of its first key. */
function listOf(objects: Serving['objects'], query: URLSearchParams, pageSize: number): string {
  const prefix = `files/${query.get('prefix') ?? ''}`;
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  const from = Number(query.get('continuation-token')?.slice('at='.length) ?? 0);
  const contents = keys.slice(from, from + pageSize).map((key) => {
    const object = objects.get(key) ?? Buffer.alloc(0);
    const name = encodeURIComponent(key.slice('files/'.length)).replaceAll('%20', '+');
    const etag = `&quot;${createHash('md5').update(object).digest('hex')}&quot;`;
    return `<Contents><Key>${name}</Key><ETag>${etag}</ETag><Size>${object.length}</Size></Contents>`;
  });
  const isTruncated = from + pageSize < keys.length;
  const next = isTruncated ? `<NextContinuationToken>at=${from + pageSize}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}

const needsObject = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';
const noSuchKey: Refusal = [404, 'NoSuchKey'];
type Refusal = readonly [status: number, code: string];

function problemOf(request: IncomingMessage, body: Buffer): Refusal | undefined {
  const { method, url = '', headers } = request;
  if (!isSigned(request)) return [403, 'SignatureDoesNotMatch'];
  if (headers['x-amz-content-sha256'] !== sha256(body)) return [400, 'XAmzContentSHA256Mismatch'];
  if (!/^\/files[/?]/.test(url)) return [404, 'NoSuchBucket'];
  return method === 'PUT' && headers['content-length'] === undefined ? [411, 'MissingContentLength'] : undefined;
}

function read(request: IncomingMessage, response: ServerResponse, object: Buffer): void {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const part = start === undefined ? object : object.subarray(Number(start), Number(end) + 1);
  response.writeHead(start === undefined ? 200 : 206, { 'content-length': part.length });
  response.end(request.method === 'HEAD' ? undefined : part);
}

function refuse(response: ServerResponse, [status, code]: Refusal, headOnly = false): void {
  const document = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>The reason.</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(document) });
  response.end(headOnly ? undefined : document);
}

/** Refuses like S3 does. */
export const refusing =
  (status: number, code: string): Misbehaviour =>
  (_request, response) =>
    refuse(response, [status, code]);

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Computes the signature again (AWS Signature Version 4, from its specification) and compares. */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const given = headers.authorization ?? '';
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, id, day = '', region = '', signed = '', signature = ''] = form.exec(given) ?? [];
  const time = String(headers['x-amz-date']);
  if (id !== credentials.id || region !== 'eu-test-1' || !time.startsWith(day)) return false;
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.split(';').includes(name))) return false;
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const [path = '', query = ''] = url.split('?');
  const canonical = [method, path, query, lines.join(''), signed, headers['x-amz-content-sha256']].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${credentials.secret}`);
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'));
}
