import { isUnbilled } from '../models/ask.ts';
import { ModelError } from '../models/model.ts';
import type { FoundModel } from '../models/models.ts';
import { failureReport, messageErrorOf } from './failure-report.ts';
import type { TurnRequest, WriterNeeds, Writing } from './turn.ts';

/** The models of an agent in the order in which they answer. */
const namesOf = ({ model, fallbackModels }: TurnRequest['agent']): string[] => [...new Set([model, ...fallbackModels])];

/**
 * Creates the models of a reply. If one fails before the first token of a step, the next one takes the step, and goes
 * on with the reply; it is noted in the reply, and told to the operator.
 */
export function createAnsweringModels(needs: WriterNeeds, request: TurnRequest, { reply, counted }: Writing) {
  const { models } = needs;
  const fallen = reply.fallen();
  const failed = new Set(fallen?.fallbacks.map((each) => each.model));
  // A reply that goes on stays with its model.
  const [first, ...others] = namesOf(request.agent).filter((each) => each !== fallen?.model && !failed.has(each));
  let name = fallen?.model ?? first ?? request.agent.model;
  if (fallen !== undefined && first !== undefined) others.unshift(first);
  let found: FoundModel | undefined;

  const find = async (): Promise<FoundModel> => {
    found ??= await models.find(name);
    if (found === undefined) throw new ModelError('not_configured', 'no configured provider has it');
    return found;
  };

  /** Goes on to the next model after a failure; throws the failure if it stands. */
  const fallBack = (error: unknown, inputTokens: number | null): void => {
    reply.signal.throwIfAborted();
    if (!(error instanceof ModelError) || counted.hasBegun) throw error;
    const next = others.shift();
    if (next === undefined) throw error;
    needs.onFailed?.(failureReport(error, request, { model: name, fallback: next }));
    if (isUnbilled(error)) reply.counts.inputTokens = inputTokens;
    const { code, message } = messageErrorOf(error, name);
    const failure = { model: name, code, reason: error.reason, message };
    reply.fallBack({ model: next, fallbacks: [...(reply.fallen()?.fallbacks ?? []), failure] });
    name = next;
    found = undefined;
  };

  return {
    /** Takes a step with the model that answers. Throws the failure of the last model, or one after a first token. */
    take: async <Taken>(step: (model: FoundModel) => Promise<Taken>): Promise<Taken> => {
      for (;;) {
        const { inputTokens } = reply.counts;
        counted.hasBegun = false;
        try {
          return await step(await find());
        } catch (error) {
          fallBack(error, inputTokens);
        }
      }
    },
  };
}
