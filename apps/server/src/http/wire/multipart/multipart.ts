import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AppError, invalid } from '../../../errors.ts';
import { type AnyMultipart, type FilePart, maxFieldsBytes, type ReceivedFile } from '../../body.ts';
import { tooLarge } from '../../errors.ts';
import { readText } from '../../validation.ts';
import { collect } from '../bodies/collect.ts';
import { checkScalar } from '../bodies/json-body.ts';
import { type Part, partsOf } from './multipart-parts.ts';

/** The limits on every multipart body: bytes of a field, repetitions of a field, characters of a file name. */
const limits = { fieldBytes: 128 * 1024, repetitions: 100, fileName: 255 };

/** A multipart body that has arrived. */
export interface Form {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, readonly ReceivedFile<unknown>[]>>;
  /** Identifies the content for `Idempotency-Key`: the parts and the hash of each, whatever their boundary was. */
  readonly identity: Buffer;
}

/** Dependencies of `readForm` besides the request. */
export interface FormReading {
  readonly body: AnyMultipart;
  /** Stores one file as it arrives. */
  readonly receive: (file: FilePart) => Promise<unknown>;
}

/**
 * Reads a multipart body as it arrives and hands each file to `receive`. Holds one field at a time in memory, and of a
 * file only what the connection buffers. Discards the received files if the body turns out to be refused.
 */
export async function readForm(raw: IncomingMessage, { body, receive }: FormReading): Promise<Form> {
  const fields: Record<string, unknown> = {};
  const files: Record<string, ReceivedFile<unknown>[]> = {};
  const identity: unknown[] = [];
  let fieldsBytes = 0;
  try {
    for await (const part of partsOf(raw, body.maxBytes)) {
      if (part.fileName === undefined) {
        const bytes = await readField(part, body);
        fieldsBytes += bytes.length;
        if (fieldsBytes > maxFieldsBytes) throw tooLarge('The fields of the request body', maxFieldsBytes);
        const text = decode(bytes, part.name);
        checkScalar(text, part.name);
        addField(fields, part.name, text);
        identity.push([part.name, text]);
        continue;
      }
      checkFile(part, files[part.name]?.length ?? 0, body);
      const file = await readFile(part, { body, receive });
      files[part.name] = [...(files[part.name] ?? []), file];
      identity.push([part.name, file.fileName, file.contentType, file.hash]);
    }
    for (const [name, { required = true }] of Object.entries(body.files)) {
      if (required && files[name] === undefined) throw invalid([{ path: name, message: 'is required' }]);
      files[name] ??= [];
    }
  } catch (error) {
    discardFiles(body, files);
    throw error;
  }
  return { fields, files, identity: Buffer.from(JSON.stringify(identity)) };

  function addField(into: Record<string, unknown>, name: string, text: string): void {
    const { type, items } = propertyOf(body, name) ?? {};
    if (type !== 'array') {
      if (name in into) throw invalid([{ path: name, message: 'must be given once' }]);
      into[name] = readText(text, type);
      return;
    }
    const values = (into[name] ?? []) as unknown[];
    if (values.length === limits.repetitions) {
      throw invalid([{ path: name, message: `must be given at most ${limits.repetitions} times` }]);
    }
    into[name] = [...values, readText(text, items?.type)];
  }
}

/** Discards the received files of a request that had no effect. */
export function discardFiles(body: AnyMultipart, files: Form['files']): void {
  for (const { received } of Object.values(files).flat()) body.discard(received);
}

interface Property {
  readonly type?: string;
  readonly items?: { readonly type?: string };
}

/** Returns the schema of a field; undefined if there is no such field. */
const propertyOf = ({ fields }: AnyMultipart, name: string): Property | undefined =>
  Object.hasOwn(fields.properties, name) ? fields.properties[name] : undefined;

/** Keeps a byte order mark: it belongs to the text, as in JSON. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

async function readField({ name, content }: Part, body: AnyMultipart): Promise<Buffer> {
  if (propertyOf(body, name) === undefined) {
    const message = Object.hasOwn(body.files, name) ? 'must be a file, with a file name' : 'is not a known field';
    throw invalid([{ path: name, message }]);
  }
  const collected = collect(`The field ${name}`, limits.fieldBytes);
  for await (const chunk of content) collected.add(chunk);
  return collected.bytes();
}

function decode(bytes: Buffer, name: string): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new AppError('bad_request', `The field ${name} is not valid UTF-8.`, { cause });
  }
}

/** Throws for a file under an unknown name, one too many, or one whose name can't be stored. */
function checkFile({ name, fileName = '' }: Part, before: number, body: AnyMultipart): void {
  const refuse = (message: string) => invalid([{ path: name, message }]);
  const rule = Object.hasOwn(body.files, name) ? body.files[name] : undefined;
  if (rule === undefined) {
    throw refuse(propertyOf(body, name) === undefined ? 'is not a known file' : 'must be a field, without a file name');
  }
  const { maxCount = 1 } = rule;
  if (before >= maxCount) throw refuse(maxCount === 1 ? 'must be given once' : `must be at most ${maxCount} files`);
  if (fileName.length > limits.fileName) throw refuse(`must have a file name of at most ${limits.fileName} characters`);
  checkScalar(fileName, name);
}

async function readFile(part: Part, { body, receive }: FormReading): Promise<ReceivedFile<unknown>> {
  const { name, fileName = '', contentType } = part;
  const { maxBytes = 0 } = body.files[name] ?? {};
  const hash = createHash('sha256');
  let bytes = 0;
  let ended = false;
  async function* measured(): AsyncGenerator<Uint8Array> {
    for await (const chunk of part.content) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(`The file ${name}`, maxBytes);
      hash.update(chunk);
      yield chunk;
    }
    ended = true;
  }
  const received = await receive({ name, fileName, contentType, content: measured() });
  if (!ended) throw new Error(`The endpoint did not read the file ${name} to its end.`);
  return { name, fileName, contentType, bytes, hash: hash.digest('hex'), received };
}
