import type { Embedder } from '../../models/embeddings/embeddings.ts';
import type { Provider } from '../../models/model.ts';
import { keyMissing } from '../../models/providers/providers.ts';
import { readNamed } from '../../storage/sql/page.ts';
import type { ModelList, ModelQuery } from './schema.ts';

/** Dependencies of the list of models. */
export interface ModelListNeeds {
  readonly models: {
    list(): Promise<readonly Provider[]>;
    defaultModel(): Promise<string>;
    readonly embedder?: Embedder | undefined;
  };
}

/** Purposes of the built-in models. */
const descriptions: Readonly<Record<string, string>> = {
  'builtin/extract': 'Answers from the agent’s knowledge sources, quoting them. Needs no key.',
  'builtin/echo': 'Repeats the message: for tests and integration checks.',
};

/** Reads a page of the models of every provider, whether each can be used, and all providers, as JSON text. */
export async function listModels({ models }: ModelListNeeds, query: ModelQuery): Promise<string> {
  const [providers, usual] = await Promise.all([models.list(), models.defaultModel()]);
  const about: Omit<ModelList, 'items' | 'nextCursor' | 'total'> = {
    default: usual,
    providers: providers.map((provider) => ({
      name: provider.name,
      ...stateOf(provider),
      open: provider.open,
      listed: provider.listed,
      listReason: provider.listed ? null : (provider.listProblem ?? null),
    })),
    embedding: models.embedder === undefined ? null : toEmbedding(models.embedder),
  };
  const known = providers.flatMap((provider) => provider.models.map((model) => toModel(provider, model)));
  const page = await readNamed(query, known);
  return `${JSON.stringify(about).slice(0, -1)},${page.slice(1)}`;
}

function toModel(provider: Provider, model: string): ModelList['items'][number] {
  const id = `${provider.name}/${model}`;
  return { _id: id, provider: provider.name, ...stateOf(provider), description: descriptions[id] ?? null };
}

function toEmbedding({ model, state: read }: Embedder): NonNullable<ModelList['embedding']> {
  const last = read();
  const { state } = last;
  const reason = state === 'fails' ? toSentence(last.error.message) : null;
  return { model, state, reason, dimensions: state === 'works' ? last.dimensions : null };
}

/** Makes a sentence of a model's error, whose text is written to continue one. */
const toSentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

const stateOf = ({ missing }: Provider) => ({
  usable: missing === undefined,
  reason: missing === undefined ? null : keyMissing(missing),
});
