import type { Endpoint } from '../../endpoint.ts';
import { callOf } from './call.ts';
import { curlSample } from './curl.ts';
import { pythonSample } from './python.ts';
import { typescriptSample } from './typescript.ts';

/** A worked example of an operation, as viewers of API documents read it (`x-codeSamples`). */
interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** Returns the worked examples of an operation: one call in each language, with the examples of its schemas. */
export function codeSamples(endpoint: Endpoint): readonly CodeSample[] {
  const call = callOf(endpoint);
  const curl = { lang: 'shell', label: 'curl', source: curlSample(call) };
  if (endpoint.client === undefined) return [curl];
  return [
    curl,
    { lang: 'typescript', label: 'TypeScript', source: typescriptSample(call) },
    { lang: 'python', label: 'Python', source: pythonSample(call) },
  ];
}
