import { handoverCauses } from '../../../calling/handover-rules.ts';
import { ModelError } from '../../../models/model.ts';
import { type FallenBack, fallbackColumns } from '../../../replies/fallback.ts';
import { type LiveReply, TurnPause, TurnStop } from '../../../replies/live-reply.ts';
import { citationsOf, columnsOf, type ReplyBody } from '../../../replies/reply-body.ts';
import type { ReplyReport } from '../../../replies/reply-report.ts';
import type { Statement } from '../../../storage/unit.ts';
import { createGrowingText } from '../../../text/growing/growing-text.ts';
import { failureReport } from '../../../writing/failure-report.ts';
import type { Counted, TurnRequest, WriterNeeds, Writing } from '../../../writing/turn.ts';
import { retryUnavailable } from '../../../writing/unavailable.ts';
import { writeReply } from '../../../writing/write.ts';
import { effectOf } from './effects.ts';
import { endEvent } from './ending/end-event.ts';
import { type Ended, endingOf, interrupted } from './ending/ending.ts';
import { writeEnded } from './ending/write-ended.ts';
import { historyIn } from './prompt-store.ts';
import * as turns from './store.ts';
import type { RunNeeds, TurnNeeds } from './turn.ts';

/**
 * Runs one turn: context, history → prompt → model → parts → stored. A turn outlives the request that started it, and
 * its end is always stored.
 */
export async function runTurn(needs: RunNeeds, request: TurnRequest, reply: LiveReply): Promise<void> {
  const counted: Counted = {
    started: performance.now(),
    finishReason: 'stop',
    outputTokens: 0,
    heard: createGrowingText(),
    hasBegun: false,
    context: { passages: [], failed: false },
    hasCalls: false,
    agent: request.agent,
    handovers: 0,
  };
  const writing = { reply, counted };
  const ended = await endOf(() => writeReply(needs, request, writing), { needs, request, reply });
  // An end that can't be stored leaves the reply as the last checkpoint stored it; the recovery ends it.
  if (ended !== 'gone') await store(needs, request, { reply, counted, ended });
}

/** The needs of the writer: facts about the conversation, and the effects of tools on it. */
export const runNeedsOf = (needs: TurnNeeds & Pick<WriterNeeds, 'checkpoint'>): RunNeeds => ({
  ...needs,
  history: historyIn(needs.db),
  effectOf: (request, effect) => effectOf(needs, request, effect),
});

/** A turn that runs. */
interface Running {
  readonly needs: TurnNeeds;
  readonly request: TurnRequest;
  readonly reply: LiveReply;
}

/** Returns the end of a turn after its reply was written, or its pause. */
async function endOf(
  write: () => Promise<void>,
  { needs, request, reply }: Running,
): Promise<Ended | TurnPause | 'gone'> {
  try {
    await write();
    return { status: 'complete', error: null };
  } catch (error) {
    if (error instanceof TurnPause) return error;
    const { model = request.agent.model } = reply.fallen() ?? {};
    const ended = endingOf(error, model);
    if (error instanceof ModelError) needs.onFailed?.(failureReport(error, request, { model }));
    else if (ended !== 'gone' && ended.error?.code === 'internal_error') needs.onError(error);
    return ended;
  }
}

/** A reply whose turn ends or pauses. */
type Stopping = Writing & { readonly ended: Ended | TurnPause };

/** Stores how a turn ended, or that it waits. */
async function store(needs: TurnNeeds, request: TurnRequest, ending: Stopping): Promise<void> {
  try {
    let report: ReplyReport | undefined;
    const write = () => {
      const { unit, end } = endingUnit(needs, request, ending);
      report = end && endReport({ ...request, agent: ending.counted.agent }, end, ending.reply.fallen());
      return writeEnded(needs, unit);
    };
    await retryUnavailable(write, ending.reply.delay);
    needs.changed(request.conversation, request.workspace);
    if (report !== undefined) needs.onEnded?.(report);
  } catch (failure) {
    // It was ended or deleted elsewhere.
    if (!(failure instanceof TurnStop)) throw failure;
  }
}

/** The stored end of a turn. */
type StoredEnd = Ended & Pick<ReplyReport, 'inputTokens' | 'outputTokens' | 'firstTokenMs' | 'latencyMs'>;

/** Report for the operator about a turn that ended. */
function endReport(
  { request, workspace, conversation, replyId, agent }: TurnRequest,
  end: StoredEnd,
  fallen: FallenBack | undefined,
): ReplyReport {
  const { model = agent.model, fallbacks } = fallen ?? {};
  const { status, error, inputTokens, outputTokens, firstTokenMs, latencyMs } = end;
  return {
    ...{ ...request, workspace, conversation, message: replyId, agent: agent.id },
    ...{ model, provider: model.split('/', 1)[0] ?? '' },
    ...(fallbacks !== undefined && { fallbacks: fallbacks.map((failed) => failed.model) }),
    outcome: error?.code === interrupted.code ? 'interrupted' : status,
    ...(error !== null && { code: error.code }),
    ...{ inputTokens, outputTokens, firstTokenMs, latencyMs },
  };
}

function endingUnit(needs: TurnNeeds, request: TurnRequest, { reply, counted, ended }: Stopping) {
  const { workspace, conversation, replyId, actor, resumed } = request;
  const { db, now, models, record, aids } = needs;
  const { started, finishReason, hasCalls, agent } = counted;
  const unfinished = models.estimate(counted.heard.read());
  const { inputTokens, firstTokenMs } = reply.counts;
  const isPaused = ended instanceof TurnPause;
  const how = isPaused ? waits : ended;
  const end = {
    replyId,
    conversation,
    finishReason,
    ...how,
    inputTokens: inputTokens ?? 0,
    outputTokens: (resumed?.outputTokens ?? 0) + counted.outputTokens + unfinished,
    before: { inputTokens: resumed?.counts.inputTokens ?? 0, outputTokens: resumed?.outputTokens ?? 0 },
    firstTokenMs,
    ...columnsOf(reply.body()),
    ...fallbackColumns(reply.fallen()),
    latencyMs: (resumed?.latencyMs ?? 0) + Math.round(performance.now() - started),
    now: now(),
  };
  const stored = { ended: turns.end(db, workspace, end, () => new TurnStop('gone')) };
  // At once: a call may have been decided while the turn ran, whose own look at the reply found it streaming.
  if (isPaused) return { unit: { ...stored, later: needs.resumeAt(workspace, replyId) }, end: undefined };
  const unit = {
    ...stored,
    event: record(actor, endEvent({ workspace, conversation, agent: agent.id, replyId, ...ended })),
    // After the end: if the reply is gone, that is what the unit says.
    kept: keptOf(
      needs,
      { ...request, agent },
      { status: ended.status, body: reply.body(), now: end.now, context: counted.context },
    ),
    handedOver:
      ended.status === 'failed' && agent.handover?.onFailedReply === true
        ? needs.desk.handOver(workspace, conversation, handoverCauses.failedReply)
        : undefined,
    // A reply that completes has the results of all its calls.
    calls: hasCalls && ended.status !== 'complete' ? aids?.calls?.drop(workspace, replyId, end.now) : undefined,
  };
  return { unit, end: { ...end, ...ended, finishReason } };
}

/** The stored state of a reply that waits. */
const waits = { status: 'requires_action', finishReason: null, error: null } as const;

interface EndedReply {
  readonly status: Ended['status'];
  readonly body: ReplyBody;
  readonly now: number;
  readonly context: Counted['context'];
}

/** Statements of what an aid keeps of the turn. A failure of the aid must not keep the turn from ending. */
function keptOf(
  { aids, onError }: TurnNeeds,
  { workspace, conversation, agent, replyId: reply, question }: TurnRequest,
  { status, body, now, context }: EndedReply,
): readonly Statement[] {
  try {
    const about = { workspace, conversation, agent, reply, status, question: question.content };
    return (
      aids?.onEnded?.({
        ...about,
        citations: citationsOf(body),
        passages: context.passages,
        gatherFailed: context.failed,
        now,
      }) ?? []
    );
  } catch (error) {
    onError(error);
    return [];
  }
}
