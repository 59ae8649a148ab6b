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

/**
 * The compiler's errors in each of some modules in this folder, under the settings of the package; what the modules
 * import is checked elsewhere.
 */
function diagnose(modules: readonly string[]): string[] {
  const sources = new Map(modules.map((source, index) => [`${folder}sample-${index}.ts`, source]));
  const { config } = ts.readConfigFile(`${folder}../tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, `${folder}..`);
  const settings = { ...options, noUnusedLocals: false, noImplicitReturns: false };
  const host = ts.createCompilerHost(settings);
  const { readFile, fileExists } = host;
  host.readFile = (path) => sources.get(path) ?? readFile(path);
  host.fileExists = (path) => sources.has(path) || fileExists(path);
  const program = ts.createProgram([...sources.keys()], settings, host);
  expect(program.getOptionsDiagnostics()).toEqual([]);
  return [...sources.keys()].map((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
      .join('\n');
  });
}

it('every sample of the README compiles, and one with an unknown name does not', { timeout: 180_000 }, () => {
  expect(samples.length).toBeGreaterThan(8);
  const wrong = toModule("await client.agents.speak(id, { message: 'Hello' });");
  const [errors, ...others] = diagnose([wrong, ...samples.map(toModule)]);
  expect(errors).toContain("Property 'speak' does not exist");
  const offenders = others.flatMap((error, index) => (error === '' ? [] : [`${error} In:\n${samples[index]}`]));
  expect(offenders).toEqual([]);
});
