import { randomBytes } from 'node:crypto';
import type { GroundSentence } from '../../grounding/judge.ts';
import { type AskedModels, askModel, jsonOf } from '../../models/ask.ts';
import type { ModelLimits } from '../../models/limits.ts';
import { ModelError, type TokenUsage } from '../../models/model.ts';
import type { FoundModel } from '../../models/models.ts';
import { judgePrompt, maxNamed } from './judge-prompt.ts';

/** Max claims that a model judges at once; rules judge those that follow. */
const maxClaims = 100;

/** The share of a model's context that the prompt may take. */
const contextShare = 0.75;

/** Characters of an answer for each claim: three numbers of up to five digits, with their marks. */
const answerPerClaim = 40;

/**
 * Names for each claim the sentences that support it; none if it isn't supported. A claim without an entry wasn't
 * judged.
 */
export type Verdicts = ReadonlyMap<string, readonly GroundSentence[]>;

/** Judges different claims by sentences. Undefined if it can't: then the rules decide alone. */
export type ModelJudge = (
  claims: readonly string[],
  sentences: readonly GroundSentence[],
) => Promise<Verdicts | undefined>;

/** The reply that a model judges. */
export interface JudgedReply {
  readonly model: FoundModel;
  readonly question: string;
  /** Ends the judgement with its reason. */
  readonly signal: AbortSignal;
  /** Adds the tokens of the call to those of the reply. */
  spent(tokens: { readonly input: number; readonly output: number }): void;
  /** Told why the model could not judge. */
  failed(error: unknown): void;
}

interface JudgeModels extends AskedModels {
  readonly limits: Pick<ModelLimits, 'judge'>;
  estimate(text: string): number;
}

/**
 * Creates the judgement of a reply by a model, which is asked once for all claims. Whatever it does wrong leaves the
 * claims to the rules: it fails, takes too long or replies with anything but a list for each claim. Throws the reason
 * of the signal only.
 */
export const createModelJudge =
  (models: JudgeModels, { model, question, signal, spent, failed }: JudgedReply): ModelJudge =>
  async (given, sentences) => {
    const claims = given.slice(0, maxClaims);
    if (claims.length === 0 || sentences.length === 0) return undefined;
    const { system, content } = judgePrompt({ question, claims, sentences }, randomBytes(16).toString('hex'));
    const input = models.estimate(system + content);
    try {
      if (input > model.provider.contextTokens * contextShare)
        throw new ModelError('broken', 'its context has no room for the judgement');
      const limits = { timeoutMs: models.limits.judge, maxCharacters: claims.length * answerPerClaim + 100 };
      const count = (heard: string, usage?: TokenUsage) =>
        spent({ input: usage?.inputTokens ?? input, output: usage?.outputTokens ?? models.estimate(heard) });
      const answer = await askModel(models, model, { system, content, signal, ...limits, spent: count });
      const named = namedIn(answer, { claims: claims.length, sentences });
      return new Map(claims.map((claim, index) => [claim, named[index] ?? []]));
    } catch (error) {
      signal.throwIfAborted();
      failed(error);
      return undefined;
    }
  };

/** Reads an answer strictly: one list for each claim, of different numbers of sentences. */
function namedIn(
  answer: string,
  { claims, sentences }: { readonly claims: number; readonly sentences: readonly GroundSentence[] },
): readonly (readonly GroundSentence[])[] {
  const lists = jsonOf(answer);
  if (!Array.isArray(lists) || lists.length !== claims) throw unreadable();
  return lists.map((list: unknown) => {
    if (!Array.isArray(list) || list.length > maxNamed || new Set(list).size !== list.length) throw unreadable();
    return list.map((number: unknown) => {
      const sentence = Number.isInteger(number) ? sentences[Number(number) - 1] : undefined;
      if (sentence === undefined) throw unreadable();
      return sentence;
    });
  });
}

const unreadable = () => new ModelError('broken', 'its reply is not a list for each claim');
