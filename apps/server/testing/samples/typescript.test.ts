import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { APIConnectionError, Parley } from '@parley/sdk';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../temp-folder.ts';
import { expectDocumented, type Sampled, type SentRequest, sampledClients as sampled } from './sampled.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Checks the types of programs against the client's sources; returns the errors, each with its file. */
function typeErrors(programs: ReadonlyMap<string, string>): string[] {
  const folder = tempFolder();
  const files = [...programs].map(([name, source]) => {
    const file = join(folder, `${name}.mts`);
    writeFileSync(file, source);
    return file;
  });
  const base = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile).config.compilerOptions;
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...base,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      paths: { '@parley/sdk': [join(root, 'packages/sdk/src/index.ts')] },
    },
    root,
  );
  return ts
    .getPreEmitDiagnostics(ts.createProgram(files, options))
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}

const json = (value: unknown) =>
  new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json', 'x-request-id': 'req_1' } });

/** The answer of the service, from the examples of the document; of a stream, its first and its last event. */
function answerTo({ answers }: Sampled, request: SentRequest): Response {
  const { 'application/json': plain, 'text/event-stream': stream, 'text/csv': text } = answers;
  if (text !== undefined) return new Response(String(text.example), { headers: { 'content-type': 'text/csv' } });
  const wantsEvents = plain === undefined || /"stream":\s*true/.test(request.body ?? '');
  if (!wantsEvents) return json(plain.example);
  const { examples = {} } = stream ?? {};
  const last = examples['conversation.deleted'] ?? examples['message.completed'] ?? examples['suggestion.completed'];
  const events = [examples['message.created'], examples['message.delta'], last].flatMap((each) => each?.value ?? []);
  const frames = (events as { id: string; event: string; data: object }[]).map(
    ({ id, event, data }) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
  );
  return new Response(frames.join(''), { headers: { 'content-type': 'text/event-stream' } });
}

/** True if a sample reads a stream that never ends: its client would ask for more of it for ever. */
const isWatch = ({ id }: Sampled) => id === 'watchConversations';

/** Runs a sample with a client that records its requests instead of sending them. */
async function requestsOf(one: Sampled): Promise<SentRequest[]> {
  const sent: SentRequest[] = [];
  const record: typeof fetch = async (input, init = {}) => {
    const request = {
      method: init.method ?? 'GET',
      url: String(input),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: init.body == null ? undefined : String(init.body),
    };
    if (isWatch(one) && sent.length > 0) throw new Error('The stream has ended.');
    sent.push(request);
    return answerTo(one, request);
  };
  /** Takes what the sample says, and where a test sends it. */
  function Recording(options: { readonly session?: boolean } = {}) {
    const key = options.session === true ? {} : { apiKey: 'the-key' };
    return new Parley({ ...options, ...key, baseURL: 'http://parley.test', fetch: record, maxRetries: 0 });
  }
  const { outputText } = ts.transpileModule(one.sample.TypeScript.replaceAll(/^import .*$/gm, ''), {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  });
  const read = async (_file: string, parts: AsyncIterable<string>) => {
    for await (const _part of parts);
  };
  const quiet = { log: () => undefined };
  const output = { stdout: { write: () => undefined } };
  const Program = Object.getPrototypeOf(async () => undefined).constructor as FunctionConstructor;
  const run = new Program(
    ...['Parley', 'writeFile', 'openAsBlob', 'console', 'process'],
    outputText.replace('export {};', ''),
  );
  const running = run(Recording, read, async () => new Blob(['%PDF']), quiet, output);
  await (isWatch(one) ? expect(running).rejects.toBeInstanceOf(APIConnectionError) : running);
  return sent;
}

describe('the TypeScript samples', () => {
  it('have no type errors, and the check finds a wrong parameter', { timeout: 120_000 }, () => {
    const source = "import { Parley } from '@parley/sdk';\nawait new Parley().agents.create({ nam: 'Support' });\n";
    const samples = sampled.map(({ id, sample }) => [id, sample.TypeScript] as const);
    const errors = typeErrors(new Map([...samples, ['wrong', source]]));
    expect(errors.filter((error) => !/\/wrong\.mts: /.test(error))).toEqual([]);
    expect(errors).toHaveLength(1);
  });

  it.each(sampled)('$id sends the documented request', async (one) => {
    const requests = await requestsOf(one);
    // The sample of the log reads a page.
    expect(requests.length).toBe(one.client.stream === undefined || one.id === 'listEvents' ? 1 : 2);
    for (const request of requests) expectDocumented(one, request);
  });
});
