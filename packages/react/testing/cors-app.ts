/** A page that calls the API of another origin with a key, and tries the same in a worker without permission. */
import { type APIError, Parley, ParleyError } from '../../sdk/src/index.ts';

interface Given {
  readonly baseURL: string;
  readonly key: string;
  readonly agent: string;
}

const isWorker = !('document' in globalThis);
const codeOf = (error: unknown) => (error instanceof ParleyError ? error.code : String(error));

async function call({ baseURL, key, agent }: Given): Promise<object> {
  const worker = await inWorker({ baseURL, key, agent });
  const client = new Parley({ baseURL, apiKey: key, dangerouslyAllowBrowser: true, maxRetries: 0 });
  try {
    const { etag, requestId } = await client.agents.retrieve(agent).withResponse();
    const missing = await client.agents.retrieve('agent_0').catch((error: APIError) => error.code);
    const text = await client.agents.stream(agent, { content: 'Are returns free?' }).text();
    return { etag, requestId, missing, text, worker };
  } catch (error) {
    return { failed: codeOf(error), worker };
  }
}

/** The code of the error with which a worker refuses a key. */
function inWorker(given: Given): Promise<unknown> {
  const worker = new Worker('/cors-app.js', { type: 'module' });
  worker.postMessage(given);
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => {
      worker.terminate();
      resolve(data);
    };
  });
}

if (isWorker) {
  globalThis.onmessage = ({ data: { baseURL, key } }: MessageEvent<Given>) => {
    try {
      new Parley({ baseURL, apiKey: key });
      postMessage('allowed');
    } catch (error) {
      postMessage(codeOf(error));
    }
  };
} else Object.assign(window, { call });
