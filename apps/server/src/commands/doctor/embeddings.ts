import type { Config } from '../../config/config.ts';
import { ModelError } from '../../models/model.ts';
import { createModels } from '../../models/models.ts';

/** Timeout of the embedding model, in ms. */
const timeoutMs = 10_000;

/** Embeds a word with the model of the settings; returns what it found, and throws one sentence if it doesn't work. */
export async function checkEmbeddings(config: Config): Promise<string> {
  const models = createModels(config);
  try {
    const { embedder } = models;
    if (embedder === undefined) return 'not set';
    const { signal } = new AbortController();
    const [vector] = await embedder.embed(['doctor'], { signal, timeoutMs, retries: 0 }).catch((error: unknown) => {
      if (!(error instanceof ModelError)) throw error;
      throw new Error(`${embedder.model} does not work: ${error.message}`, { cause: error });
    });
    return `${embedder.model} works, with vectors of ${vector?.length} dimensions`;
  } finally {
    await models.close();
  }
}
