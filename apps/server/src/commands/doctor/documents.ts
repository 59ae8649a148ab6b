import { createExtractor } from '../../extract/extractor.ts';
import { kernelLayers } from '../../extract/process/sandbox.ts';
import type { CheckResult } from './check-result.ts';

/** Rights that the kernel takes from a process that reads documents, by the layer's name. */
const wanted: Readonly<Record<string, string>> = {
  files: 'Landlock',
  signals: 'Landlock of Linux 6.12',
  'system calls': 'seccomp',
};

/** Reads a text as the server does, and says what holds code that a document brings along. */
export async function checkDocuments(): Promise<CheckResult> {
  const extractor = createExtractor();
  try {
    const by = { account: 'doctor', signal: new AbortController().signal };
    await extractor.extract({ kind: 'text', bytes: new TextEncoder().encode('text') }, by);
  } finally {
    await extractor.close();
  }
  const layers = await kernelLayers();
  const missing = Object.keys(wanted).filter((layer) => !layers.includes(layer));
  const lacks = missing.map((layer) => `${layer} (${wanted[layer]})`).join(', ');
  return {
    ok: true,
    detail:
      layers.length === 0
        ? 'a text was read; only Node.js confines the process, which needs Linux on x64 or arm64 and /usr/bin/perl for more'
        : `a text was read; the kernel confines the process${missing.length === 0 ? '' : `, except for ${lacks}`}`,
    figures: { layers },
  };
}
