/**
 * Writes api.md, the list of all methods, and src/error-codes.gen.ts, from openapi.json and the sources of the methods.
 * With `--check` it writes nothing, and fails if one of them differs.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readDocument } from '../../../scripts/clients/document.mjs';
import { applyFiles } from '../../../scripts/clients/files.mjs';
import { fullName, methodsOf } from '../../../scripts/clients/methods.mjs';
import { isLog } from '../../../scripts/clients/parameters.mjs';
import { operationOf, sectionsOf, table } from '../../../scripts/clients/sections.mjs';
import { listed } from '../../../scripts/clients/spelling.mjs';
import { readTypeScriptClient } from '../../../scripts/clients/typescript.mjs';

/**
 * @import { Method } from '../../../scripts/clients/methods.mjs'
 * @import { TypeScriptMethod } from '../../../scripts/clients/typescript.mjs'
 */

const root = new URL('../../../', import.meta.url);
const document = readDocument(JSON.parse(readFileSync(new URL('openapi.json', root), 'utf8')));

const INTRODUCTION = `# Methods

<!-- Generated from openapi.json and src/resources by \`npm run clients\`. Do not edit. -->

\`options\` is always the last argument and optional: \`idempotencyKey\`, \`ifMatch\`, \`ifNoneMatch\`, \`signal\`, \`timeout\`, \`maxRetries\`,
\`headers\`, \`extraHeaders\`, \`extraQuery\`, \`extraBody\`. A \`Page<T>\` can be awaited for one page or iterated with \`for await\`. \`Confirmation\` is \`{ message }\`.

A \`MessageStream\` is read once: as \`MessageEvent\`s with \`for await\`, as text with \`.text()\` (awaited, or piece by piece with
\`for await\`), or with \`.final()\`, which returns a \`Message\`, or null if a person has taken over. \`TextParts\` is iterated
with \`for await\`, or read completely with \`.text()\` or \`.bytes()\`. Both send their request when they are read.

\`client.conversations.events\` also takes \`lastEventId\`. It is read with \`for await\`, and continues after a lost connection
until you stop reading or the conversation is deleted.`;

const CLOSING = `## Anything else

\`client.request({ method, path, params, query, body, once, slow }, options)\` calls an operation that has no method yet.
\`once\` marks a request that must not be repeated; \`slow\` one whose response waits for a model.`;

const codes = `// Generated from openapi.json by \`npm run clients\`. Do not edit.

/** The error codes that this version knows; a newer service may return others. */
export const errorCodes = [
${document.errorCodes.map((code) => `  '${code}',`).join('\n')}
] as const;

/** An error code, for programs to branch on. */
export type ErrorCode = (typeof errorCodes)[number];
`;

function referencePage() {
  const { methods } = readTypeScriptClient(fileURLToPath(new URL('packages/sdk', root)));
  const found = new Map(methods.map((method) => [method.fullName, method]));
  const sections = sectionsOf(methodsOf(document)).map((section) => {
    const known = section.methods.flatMap((method) => {
      const own = found.get(fullName(method));
      // Parity names the missing ones.
      return own === undefined ? [] : [{ method, own }];
    });
    const rows = known
      .filter(({ method }) => method.role !== 'stream')
      .map(({ method, own }) => [operationOf(method), `\`${callOf(own)}\``, `\`${resultOf(own)}\``]);
    const parts = [section.text, table(['Operation', 'Method', 'Returns'], rows), streamSentence(known)];
    return [`## ${section.title}`, ...parts.filter((part) => part !== undefined)].join('\n\n');
  });
  return `${[INTRODUCTION, ...sections, CLOSING].join('\n\n')}\n`;
}

/** @param {TypeScriptMethod} method */
const callOf = ({ fullName: name, parameters }) =>
  `client.${name}(${[...parameters.map(argumentOf), 'options'].join(', ')})`;

/**
 * An object that only has fields which the caller must give is shown with these.
 * @param {TypeScriptMethod['parameters'][number]} parameter
 */
function argumentOf({ name, fields = [] }) {
  const isShort = fields.length > 0 && fields.length <= 2 && fields.every(({ required }) => required);
  return isShort ? `{ ${fields.map((field) => field.name).join(', ')} }` : name;
}

/** @param {TypeScriptMethod} method */
const resultOf = ({ returns }) => returns.replace(/^APIPromise<(.*)>$/, '$1').replace(/^PagePromise</, 'Page<');

/** @param {{ method: Method, own: TypeScriptMethod }[]} known */
function streamSentence(known) {
  const streams = known.filter(({ method }) => method.role === 'stream');
  if (streams.length === 0) return undefined;
  const calls = streams.map(({ own }) => `\`${callOf(own)}\``);
  const twins = streams.map(({ method }) => `\`${method.operation.client.method.split('.').at(-1)}\``);
  if (streams.some(({ method }) => isLog(method.operation))) {
    return `${listed(calls)} takes the filters of ${listed(twins)}, and is read with \`for await\` until you stop reading.`;
  }
  const verbs = streams.length === 1 ? ['sends the same request', 'returns'] : ['send the same requests', 'return'];
  return `${listed(calls)} ${verbs[0]} as ${listed(twins)}, and ${verbs[1]} a \`MessageStream\`.`;
}

process.exitCode = applyFiles(
  new Map([
    ['packages/sdk/src/error-codes.gen.ts', codes],
    ['packages/sdk/api.md', referencePage()],
  ]),
  { root, check: process.argv.includes('--check') },
);
