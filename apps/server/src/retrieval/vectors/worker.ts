import { parentPort, workerData } from 'node:worker_threads';
import { createMatrices } from './matrices.ts';
import type { ScannerReply, ScannerRequest, ScannerSettings } from './protocol.ts';

/** The thread that scans vectors, so that a search of a hundred thousand doesn't hold the server's event loop. */
if (parentPort === null) throw new Error('The scanner of vectors runs only as a worker thread.');
const port = parentPort;
const { maxBytes } = workerData as ScannerSettings;
const matrices = createMatrices(maxBytes);

function answer(request: ScannerRequest): Omit<ScannerReply, 'id'> {
  switch (request.type) {
    case 'add':
      return { full: !matrices.add(request.source, request.dimensions, request) };
    case 'drop':
      for (const source of request.sources) matrices.drop(source);
      return {};
    case 'scan':
      return { found: matrices.scan(request) };
  }
}

port.on('message', (request: ScannerRequest) => {
  port.postMessage({ id: request.id, ...answer(request) } satisfies ScannerReply);
});
