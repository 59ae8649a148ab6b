import { exampleFile, type PathValue, type SampleCall } from './call.ts';

/** Query parameters that the client takes as an argument of their own, by its method. */
const ownArguments: Readonly<Record<string, readonly string[]>> = { 'conversations.deleteOfUser': ['userId'] };

/** Max characters of an object on one line. */
const lineOfObject = 48;

/** Writes a call with the TypeScript client: a whole program, with top-level `await`. */
export function typescriptSample(call: SampleCall): string {
  const imports = ["import { Parley } from '@parley/sdk';"];
  if (call.hasFile) imports.unshift("import { openAsBlob } from 'node:fs';");
  if (call.result.kind === 'text') imports.unshift("import { writeFile } from 'node:fs/promises';");
  const opening = call.hasFile ? [`const content = await openAsBlob('${exampleFile}');`] : [];
  return [...imports, '', ...clients[call.credential], '', ...opening, ...uses(call)].join('\n');
}

const clients: Readonly<Record<SampleCall['credential'], readonly string[]>> = {
  key: ['const client = new Parley(); // reads PARLEY_API_KEY and PARLEY_BASE_URL'],
  session: [
    '// For people, not for keys: on a page of the service, where the browser has the session.',
    "const client = new Parley({ baseURL: '', session: true });",
  ],
  none: ['const client = new Parley({ session: true }); // needs no key; reads PARLEY_BASE_URL'],
};

function uses(call: SampleCall): readonly string[] {
  const { result, client, clientStream } = call;
  const called = `client.${client}(${argumentsOf(call).join(', ')})`;
  switch (result.kind) {
    case 'item':
      return [
        `const ${result.name} = await ${called};`,
        `console.log(${shown(result.name, result.prints)});`,
        ...(clientStream === undefined ? [] : ['', same, ...pieces(called.replace(client, clientStream))]),
      ];
    case 'page':
      return [
        `for await (const ${result.name} of ${called}) {`,
        `  console.log(${shown(result.name, result.prints)});`,
        '}',
      ];
    case 'items':
      return [
        `const { items } = await ${called};`,
        `for (const ${result.name} of items) console.log(${shown(result.name, result.prints)});`,
      ];
    case 'message':
      return [`const { message } = await ${called};`, 'console.log(message);'];
    case 'stream':
      return printing(called);
    case 'events':
      return [`for await (const event of ${called}) {`, '  console.log(event.type);', '}'];
    case 'text':
      return [`await writeFile('conversations.${String(call.query['format'] ?? 'jsonl')}', ${called});`];
    default:
      return [
        `const { reply } = await ${called};`,
        'console.log(reply?.content);',
        ...(clientStream === undefined ? [] : ['', same, ...printing(called.replace(client, clientStream))]),
      ];
  }
}

const same = '// The same, while it is written:';

/** Prints the pieces of a text that is no reply. */
const pieces = (called: string): readonly string[] => [
  `for await (const event of ${called}) {`,
  "  if (event.type === 'suggestion.delta') process.stdout.write(event.text);",
  '}',
];

function printing(called: string): readonly string[] {
  const isLong = called.includes('\n');
  return [
    ...(isLong ? [`const stream = ${called};`] : []),
    `for await (const text of ${isLong ? 'stream' : called}.text()) {`,
    '  process.stdout.write(text);',
    '}',
  ];
}

const shown = (name: string, field: string | undefined) => (field === undefined ? name : `${name}.${field}`);

function argumentsOf({ client, params, query, body, hasFile }: SampleCall): string[] {
  const own = ownArguments[client] ?? [];
  const options = Object.fromEntries(Object.entries(query).filter(([name]) => !own.includes(name)));
  return [
    ...pathArguments(params),
    ...own.map((name) => literal(query[name])),
    ...(hasFile ? [`{ file: { name: '${exampleFile}', content } }`] : []),
    ...(hasFile || Object.keys(body).length === 0 ? [] : [literal(body)]),
    ...(Object.keys(options).length === 0 ? [] : [literal(options)]),
  ];
}

/** One parameter is an argument, several are an object. */
function pathArguments(params: readonly PathValue[]): string[] {
  if (params.length < 2) return params.map(({ value }) => literal(value));
  return [literal(Object.fromEntries(params.map(({ clientName, value }) => [clientName, value])))];
}

function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') {
    const escaped = value
      .replaceAll('\\', '\\\\')
      .replaceAll("'", "\\'")
      .replaceAll('\r', '\\r')
      .replaceAll('\n', '\\n');
    return `'${escaped}'`;
  }
  if (Array.isArray(value)) return `[${value.map((item) => literal(item)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${literal(field, inner)}`);
  const short = `{ ${fields.join(', ')} }`;
  return short.length <= lineOfObject ? short : `{\n${fields.map((field) => `${inner}${field},\n`).join('')}${indent}}`;
}
