import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { type FilePart, jsonBody, multipartBody, rawBody } from '../src/http/body.ts';
import { type Caller, type Endpoint, endpoint } from '../src/http/endpoint.ts';
import type { Database } from '../src/storage/database.ts';

const mebibyte = 1024 * 1024;

/** The files that the form endpoint has received and discarded, and the error with which it is told to fail. */
export class Uploads {
  readonly received: string[] = [];
  readonly discarded: string[] = [];
  /** The error messages of files that did not arrive whole. */
  readonly broken: string[] = [];
  refuse: Error | undefined;
  /** Number of calls of a handler. */
  handled = 0;

  async receive({ fileName, content }: FilePart): Promise<string> {
    const hash = createHash('sha256');
    try {
      for await (const chunk of content) hash.update(chunk);
    } catch (error) {
      this.broken.push((error as Error).message);
      throw error;
    }
    this.received.push(fileName);
    return hash.digest('hex');
  }

  discard(hash: string): void {
    this.discarded.push(hash);
  }
}

const Answer = Type.Object({
  answer: Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true })),
});

const common = { access: 'agents:write', tag: 'Test', summary: 'Test.', data: Answer } as const;

/** Endpoints with every kind of body, which answer with the content that they got. */
export const bodyEndpoints =
  (uploads: Uploads) =>
  (db: Database): Endpoint[] => {
    const answering = async ({ remember }: Caller, answer: Record<string, unknown>) => {
      uploads.handled += 1;
      if (uploads.refuse !== undefined) throw uploads.refuse;
      const whole = { data: { answer } };
      await db.write(remember(whole));
      return whole;
    };
    return [
      endpoint({
        ...common,
        id: 'testJson',
        client: 'testing.testJson',
        method: 'POST',
        path: '/api/test/json',
        body: jsonBody(Type.Object({ text: Type.String() }, { additionalProperties: false }), 2 * mebibyte),
        handle: (call) => answering(call, { length: call.body.text.length }),
      }),
      endpoint({
        ...common,
        id: 'testRaw',
        client: 'testing.testRaw',
        method: 'POST',
        path: '/api/test/raw',
        body: rawBody({ types: ['application/json', 'text/plain'], maxBytes: 1000, description: 'Bytes.' }),
        handle: (call) => answering(call, { base64: call.body.toString('base64') }),
      }),
      endpoint({
        ...common,
        id: 'testAny',
        client: 'testing.testAny',
        method: 'POST',
        path: '/api/test/any',
        body: rawBody({ types: ['*'], maxBytes: 2 * mebibyte, description: 'Bytes.' }),
        handle: (call) => answering(call, { length: call.body.length }),
      }),
      endpoint({
        ...common,
        id: 'testForm',
        client: 'testing.testForm',
        method: 'POST',
        path: '/api/test/form/:place',
        params: Type.Object({ place: Type.String() }),
        body: multipartBody({
          fields: Type.Object(
            {
              title: Type.String({ minLength: 1, maxLength: 20 }),
              pages: Type.Optional(Type.Integer({ minimum: 1 })),
              tags: Type.Optional(Type.Array(Type.String(), { maxItems: 3 })),
            },
            { additionalProperties: false },
          ),
          files: {
            file: { description: 'The file.', maxBytes: 4 * mebibyte, maxCount: 2 },
            cover: { description: 'A picture.', maxBytes: 1000, required: false },
          },
          maxBytes: 6 * mebibyte,
          receive: (_call, file) => uploads.receive(file),
          discard: (hash: string) => uploads.discard(hash),
        }),
        handle: (call) => answering(call, { fields: call.body, files: call.files, place: call.params.place }),
      }),
    ];
  };
