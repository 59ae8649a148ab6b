import type { Principal } from '../../../access/actor.ts';
import type { Concurrency } from '../../../access/limits/concurrency.ts';
import type { ModelLimits } from '../../../models/limits.ts';
import { ModelError, type ModelPart, type ModelRequest } from '../../../models/model.ts';
import type { FoundModel, ResolvedName } from '../../../models/models.ts';
import { refusedModel } from '../../../models/refused-model.ts';
import { toFailure } from '../failure-schema.ts';
import type { ModelTest } from './schema.ts';

/** Dependencies of trying a model. */
export interface TrialNeeds {
  readonly concurrency: Pick<Concurrency, 'take'>;
  readonly models: {
    readonly limits: Pick<ModelLimits, 'probe'>;
    resolve(model: string): Promise<ResolvedName>;
    find(model: string): Promise<FoundModel | undefined>;
    stream(model: FoundModel, request: Omit<ModelRequest, 'model'>): AsyncIterable<ModelPart>;
  };
}

/** Max characters of a reply that are read. */
const maxReply = 200;

const prompt = {
  system: 'You are being tested. Answer with one word.',
  messages: [{ role: 'user' as const, content: 'Reply with the word OK.' }],
  temperature: 0,
};

/**
 * Sends a model one short message. It counts among the replies of the caller's account, since a model may take as long
 * for it. Throws `validation_failed` for a name that no provider can have, or `too_many_concurrent`.
 */
export async function tryModel(
  { models, concurrency }: TrialNeeds,
  actor: Principal,
  model: string,
): Promise<ModelTest> {
  const resolved = await models.resolve(model);
  if ('refusal' in resolved) throw refusedModel('model', resolved.refusal);
  const free = await concurrency.take('replies', actor.account);
  try {
    return await ask(models, resolved.model);
  } finally {
    free();
  }
}

async function ask(models: TrialNeeds['models'], model: string): Promise<ModelTest> {
  const found = await models.find(model);
  const failed = (error: ModelError): ModelTest => {
    const failure = toFailure(error, `The model ${model} did not reply`);
    return { ok: false, model, reply: null, latencyMs: null, failure };
  };
  if (found === undefined) return failed(new ModelError('not_configured', 'no provider has it any more'));
  const controller = new AbortController();
  const late = new ModelError('timeout', `it took longer than ${Math.round(models.limits.probe / 1000)} s`);
  const timer = setTimeout(() => controller.abort(late), models.limits.probe);
  const begun = performance.now();
  let first: number | undefined;
  let reply = '';
  try {
    for await (const part of models.stream(found, { ...prompt, signal: controller.signal })) {
      if (part.type !== 'text') continue;
      first ??= performance.now();
      reply += part.text;
      if (reply.length > maxReply) break;
    }
  } catch (error) {
    if (controller.signal.aborted) return failed(late);
    if (error instanceof ModelError) return failed(error);
    throw error;
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
  const latencyMs = Math.round((first ?? performance.now()) - begun);
  return { ok: true, model, reply: reply.slice(0, maxReply).toWellFormed(), latencyMs, failure: null };
}
