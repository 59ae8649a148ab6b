// @module-tag pure

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const readme = readFileSync(`${folder}../README.md`, 'utf8');
const samples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);

/** The declarations that samples rely on. */
const given = `
import { Parley } from '../src/index.ts';
declare const client: Parley;
declare const [id, agentId, conversationId]: [string, string, string];
`;

/** A module with the sample in its only function, so that it may await, return and name its own client. */
function toModule(sample: string): string {
  const imports = sample.match(/^import .*$/gm) ?? [];
  const body = sample.replace(/^import .*$/gm, '');
  const own = imports.some((line) => line.includes('{ Parley }')) ? '' : given;
  const head = [own, ...imports.map((line) => line.replace('@parley/sdk', '../src/index.ts'))];
  return `${head.join('\n')}\nexport async function sample() {\n${body}\n}\n`;
}

/** The compiler's errors about modules in this folder, under the settings of the package. */
function diagnose(modules: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(`${folder}../tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, `${folder}..`);
  const settings = { ...options, noUnusedLocals: false, noImplicitReturns: false };
  const host = ts.createCompilerHost(settings);
  const { readFile, fileExists } = host;
  host.readFile = (path) => modules.get(path) ?? readFile(path);
  host.fileExists = (path) => modules.has(path) || fileExists(path);
  const program = ts.createProgram([...modules.keys()], settings, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const sentence = ts.flattenDiagnosticMessageText(messageText, ' ');
    return `${sentence} In:\n${file === undefined ? '' : modules.get(file.fileName)}`;
  });
}

it('every sample of the README compiles', () => {
  expect(samples.length).toBeGreaterThan(8);
  const modules = samples.map((sample, index) => [`${folder}sample-${index}.ts`, toModule(sample)] as const);
  expect(diagnose(new Map(modules))).toEqual([]);
}, 180_000);

it('a sample with an unknown name does not compile', () => {
  const wrong = toModule("await client.agents.speak(id, { message: 'Hello' });");
  expect(diagnose(new Map([[`${folder}wrong.ts`, wrong]])).join()).toContain("Property 'speak' does not exist");
}, 180_000);
