import type { Principal } from '../../access/actor.ts';
import { withSlot } from '../../access/limits/with-slot.ts';
import { answeringIn } from '../../calling/answering.ts';
import { adviceOf } from '../../models/failure-advice.ts';
import { ModelError } from '../../models/model.ts';
import { failureError } from '../../replies/failure-error.ts';
import { createLiveReply, type LiveReply, TurnStop } from '../../replies/live-reply.ts';
import type { MessageError } from '../../replies/message-error.ts';
import { citationsOf } from '../../replies/reply-body.ts';
import { pace } from '../../scheduling/pace.ts';
import { createGrowingText } from '../../text/growing/growing-text.ts';
import { failureReport, messageErrorOf } from '../../writing/failure-report.ts';
import type { Counted, TurnRequest, WriterNeeds } from '../../writing/turn.ts';
import { writeReply } from '../../writing/write.ts';
import { failures } from './failures.ts';
import type { SuggestionNeeds } from './needs.ts';
import { checkFields, type ToWrite, toWrite, type Wish } from './requests.ts';
import type { Suggestion, SuggestionDraft } from './schema.ts';
import * as store from './store.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The end of a suggestion. */
type End = { readonly suggestion: Suggestion } | { readonly error: MessageError };

/** A suggestion that is being written. It is kept nowhere: what is not read of it is lost. */
export interface Writing {
  readonly live: Pick<LiveReply, 'text' | 'changed' | 'ended'>;
  readonly end: Promise<End>;
  /** Ends it if its reader has left, and frees its slot when it has ended. */
  ended(): void;
}

/** An event of a stream. */
interface SuggestionEvent {
  readonly event: string;
  readonly data: string;
}

export type Suggestions = ReturnType<typeof createSuggestions>;

const interrupted: MessageError = { code: 'interrupted', message: 'The server stops.' };

/** Creates the service that has agents write for people at the desk. */
export function createSuggestions(needs: SuggestionNeeds) {
  const { newId, slots, getConversation, findAgent } = needs;
  const running = new Set<LiveReply>();

  const begin = (wish: Wish, task: ToWrite): Writing => {
    const { id: conversation, workspace } = wish.talk;
    const live = createLiveReply({ id: newId('suggestion'), conversation, workspace });
    running.add(live);
    const end = write(needs, { wish, task, live }).finally(() => {
      running.delete(live);
      live.end();
    });
    return { live, end, ended: () => live.stop('cancelled') };
  };

  return {
    /** Begins a suggestion. Throws what the operation lists. */
    begin: async (actor: Principal, id: string, draft: SuggestionDraft): Promise<Writing> => {
      checkFields(draft);
      const talk = await getConversation(actor, id);
      const agent = await answeringIn(findAgent, talk);
      if (agent === undefined) throw failures.noAgent();
      if (agent.status !== 'active') throw failures.inactive();
      const wish = { actor, talk, agent, draft };
      const { ended: free, ...writing } = await withSlot(slots.take(actor, [talk.workspace], 'replies'), async () => {
        const { ended: stop, ...begun } = begin(wish, await toWrite(needs, wish));
        return { ...begun, stop };
      });
      void writing.end.finally(free);
      return { ...writing, ended: writing.stop };
    },

    /** Waits for the end. Throws the failure of the model, or `unavailable` while the server stops. */
    complete: async ({ end }: Writing): Promise<Suggestion> => {
      const ended = await end;
      if ('suggestion' in ended) return ended.suggestion;
      const hint = ended.error.reason && adviceOf(ended.error.reason);
      throw failureError(ended.error, hint === undefined ? {} : { hint });
    },

    /** The events up to the end. */
    events: eventsOf,

    /** Ends what is being written, as the server stops. */
    stop: (): void => {
      for (const live of running) live.stop('interrupted');
    },
  };
}

async function* eventsOf({ live, end }: Writing): AsyncGenerator<SuggestionEvent> {
  let sent = 0;
  for (;;) {
    const over = live.ended();
    const text = live.text();
    if (text.length > sent) yield { event: 'suggestion.delta', data: JSON.stringify({ text: text.slice(sent) }) };
    sent = text.length;
    if (over) break;
    if (live.text().length === sent) await live.changed();
    await pace.due();
  }
  const ended = await end;
  if ('suggestion' in ended) yield { event: 'suggestion.completed', data: JSON.stringify(ended) };
  else {
    const { message: error, code, reason } = ended.error;
    yield { event: 'suggestion.failed', data: JSON.stringify({ error, code, reason }) };
  }
}

interface Task {
  readonly wish: Wish;
  readonly task: ToWrite;
  readonly live: LiveReply;
}

/** Writes a suggestion to its end, and counts what it took. Never rejects. */
async function write(needs: SuggestionNeeds, { wish, task, live }: Task): Promise<End> {
  const { talk, actor, draft } = wish;
  const { workspace, id: conversation, user } = talk;
  const { agent, question, history } = task;
  const counted = emptyCounts(agent);
  const request: TurnRequest = { workspace, conversation, question, replyId: live.id, user, agent, actor };
  const end = async (): Promise<End> => {
    try {
      await writeReply(writerNeeds(needs, history), request, { reply: live, counted });
      const { model = agent.model } = live.fallen() ?? {};
      const { kind = 'reply' } = draft;
      const written = { kind, text: live.text(), citations: citationsOf(live.body()), agent: agent.id, model };
      return { suggestion: { ...written, usage: usageOf(needs, live, counted) } };
    } catch (error) {
      if (error instanceof TurnStop) return { error: interrupted };
      const { model = agent.model } = live.fallen() ?? {};
      if (error instanceof ModelError) {
        needs.onFailed?.(failureReport(error, request, { model }));
        return { error: messageErrorOf(error, model) };
      }
      needs.onError(error);
      return { error: { code: 'internal_error', message: 'Something went wrong on our side.' } };
    }
  };
  const ended = await end();
  await keepCost(needs, workspace, { agent: agent.id, ...usageOf(needs, live, counted) });
  return ended;
}

/** The needs of a writer that gathers passages, calls nothing, and stores nothing. */
const writerNeeds = (needs: SuggestionNeeds, history: WriterNeeds['history']): WriterNeeds => {
  const { now, models, onError, onFailed, aids } = needs;
  const { gather, mayGather, limits, newCode } = aids ?? {};
  const gathering = {
    ...(gather !== undefined && { gather }),
    ...(mayGather !== undefined && { mayGather }),
    ...(limits !== undefined && { limits }),
    ...(newCode !== undefined && { newCode }),
  };
  return {
    ...{ now, models, history, onError, aids: gathering },
    ...(onFailed !== undefined && { onFailed }),
    checkpoint: async () => undefined,
    effectOf: () => [],
  };
};

const emptyCounts = (agent: Counted['agent']): Counted => ({
  ...{ started: performance.now(), finishReason: 'stop', outputTokens: 0, hasBegun: false },
  heard: createGrowingText(),
  ...{ context: { passages: [], failed: false }, hasCalls: false, agent, handovers: 0 },
});

const usageOf = ({ models }: SuggestionNeeds, live: LiveReply, { heard, outputTokens }: Counted) => ({
  inputTokens: live.counts.inputTokens ?? 0,
  outputTokens: outputTokens + models.estimate(heard.read()),
});

/** Counts what a suggestion took, also one that failed. A failure to count must not lose the text. */
async function keepCost(needs: SuggestionNeeds, workspace: string, cost: Omit<store.Cost, 'day'>): Promise<void> {
  const { db, now, onError } = needs;
  try {
    await db.write([store.count(db, workspace, { ...cost, day: Math.floor(now() / dayMs) })]);
  } catch (error) {
    onError(error);
  }
}
