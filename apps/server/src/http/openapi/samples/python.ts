import { exampleFile, type SampleCall, snakeCase } from './call.ts';

/** Max characters of a call on one line. */
const lineOfCall = 88;

/** Writes a call with the Python client: a whole program. */
export function pythonSample(call: SampleCall): string {
  return ['from parley import Parley', '', ...clients[call.credential], '', ...uses(call)].join('\n');
}

const clients: Readonly<Record<SampleCall['credential'], readonly string[]>> = {
  key: ['client = Parley()  # reads PARLEY_API_KEY and PARLEY_BASE_URL'],
  session: [
    '# For people, not for keys: the client keeps the session of a sign-in.',
    'client = Parley(session=True)',
    'client.sessions.create(email="ada@example.com", password="not-a-real-password")',
  ],
  none: ['client = Parley(session=True)  # needs no key; reads PARLEY_BASE_URL'],
};

function uses(call: SampleCall): readonly string[] {
  const { result, client, clientStream } = call;
  const invoke = (method: string, before: string, after = '') => calling(call, { method, before, after });
  switch (result.kind) {
    case 'item': {
      const name = snakeCase(result.name);
      return [
        ...invoke(client, `${name} = `),
        `print(${shown(name, result.prints)})`,
        ...(clientStream === undefined ? [] : ['', same, ...invoke(clientStream, 'for event in ', ':'), ...pieces]),
      ];
    }
    case 'page': {
      const name = snakeCase(result.name);
      return [...invoke(client, `for ${name} in `, ':'), `    print(${shown(name, result.prints)})`];
    }
    case 'items':
      return [
        ...invoke(client, `for ${snakeCase(result.name)} in `, '.items:'),
        `    print(${shown(snakeCase(result.name), result.prints)})`,
      ];
    case 'message':
      return [...invoke(client, 'done = '), 'print(done.message)'];
    case 'stream':
      return [...invoke(client, 'with ', ' as stream:'), ...printing];
    case 'events':
      return [...invoke(client, 'for event in ', ':'), '    print(event.type)'];
    case 'text':
      return [
        `with open("conversations.${String(call.query['format'] ?? 'jsonl')}", "w", encoding="utf-8", newline="") as file:`,
        ...invoke(client, '    for text in ', ':'),
        '        file.write(text)',
      ];
    default:
      return [
        ...invoke(client, 'exchange = '),
        'if exchange.reply is not None:',
        '    print(exchange.reply.content)',
        ...(clientStream === undefined ? [] : ['', same, ...invoke(clientStream, 'with ', ' as stream:'), ...printing]),
      ];
  }
}

const same = '# The same, while it is written:';

/** Prints the pieces of a text that is no reply. */
const pieces = ['    if event.type == "suggestion.delta":', '        print(event.text, end="", flush=True)'];

const printing = ['    for text in stream.text:', '        print(text, end="", flush=True)'];

const shown = (name: string, field: string | undefined) => (field === undefined ? name : `${name}.${snakeCase(field)}`);

interface Invocation {
  readonly method: string;
  readonly before: string;
  readonly after: string;
}

/** A call as one line, or as one line for each argument. */
function calling(
  { params, query, body, hasFile }: SampleCall,
  { method, before, after }: Invocation,
): readonly string[] {
  const given = [
    ...params.map(({ value }) => literal(value)),
    ...(hasFile ? [`file=${literal(exampleFile)}`] : []),
    ...Object.entries({ ...body, ...query }).map(([name, value]) => `${snakeCase(name)}=${literal(value)}`),
  ];
  const name = `client.${method.split('.').map(snakeCase).join('.')}`;
  const line = `${before}${name}(${given.join(', ')})${after}`;
  if (line.length <= lineOfCall) return [line];
  const [indent = ''] = /^ */.exec(before) ?? [];
  return [`${before}${name}(`, ...given.map((argument) => `${indent}    ${argument},`), `${indent})${after}`];
}

function literal(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null) return 'None';
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object') return String(value);
  return `{${Object.entries(value)
    .map(([name, field]) => `${JSON.stringify(name)}: ${literal(field)}`)
    .join(', ')}}`;
}
