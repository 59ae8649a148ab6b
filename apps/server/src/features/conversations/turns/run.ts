import { setTimeout as wait } from 'node:timers/promises';
import type { Principal } from '../../../access/actor.ts';
import { AppError } from '../../../errors.ts';
import { ModelError, type ModelPart, type ModelRequest, type PromptMessage } from '../../../models/model.ts';
import type { FoundModel } from '../../../models/models.ts';
import type { Database } from '../../../storage/database.ts';
import type { Statement } from '../../../storage/unit.ts';
import { type Ended, endingOf } from './ending.ts';
import { type LiveTurn, TurnStop } from './live-reply.ts';
import { type AnsweringAgent, past } from './prompt-store.ts';
import { createWindow } from './prompt-window.ts';
import * as store from './store.ts';

/** Past messages that are read at once while the prompt is put together. */
const pastRows = 50;

/** The waits between attempts to store an answer while the database can't, in milliseconds. */
const storeDelays = [200, 500, 1_000, 2_000, 4_000, 8_000];

/** What happened to an answer, for the log of events. */
export interface TurnEvent {
  readonly type: 'message.completed' | 'message.failed';
  readonly workspace: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The models, as a turn needs them. */
export interface TurnModels {
  find(model: string): FoundModel | undefined;
  stream(model: FoundModel, request: Omit<ModelRequest, 'model'>): AsyncIterable<ModelPart>;
  estimate(text: string): number;
  readonly limits: { readonly answerCharacters: number };
}

/** What a turn needs from elsewhere. */
export interface TurnNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly models: TurnModels;
  record(principal: Principal, event: TurnEvent): Statement;
  /** Hears of what went wrong where nobody waits for it. */
  onError(error: unknown): void;
}

/** One answer to be written: to which message, by whom, and who asked for it. */
export interface TurnRequest {
  readonly workspace: string;
  readonly conversation: string;
  /** The message that is answered, and its time. */
  readonly question: { readonly id: string; readonly createdAt: number };
  /** The answer, which is stored as `streaming`. */
  readonly message: string;
  readonly agent: AnsweringAgent;
  readonly principal: Principal;
}

/** What is counted of an answer while it is written, beside the `counts` of its live side. */
interface Counted {
  readonly started: number;
  finishReason: string;
  /** Undefined until the model says; then it is estimated. */
  outputTokens: number | undefined;
}

/**
 * Takes one turn: history → prompt → model → text → stored. It belongs to nobody's request: whoever listens or leaves,
 * it goes on to its end, and the end is stored.
 */
export async function takeTurn(needs: TurnNeeds, request: TurnRequest, turn: LiveTurn): Promise<void> {
  const counted: Counted = {
    started: performance.now(),
    finishReason: 'stop',
    outputTokens: undefined,
  };
  const ended = await endOf(write(needs, request, { turn, counted }), needs, request);
  // What can't be stored stays as it was written down last, until it is found abandoned: it hasn't failed by itself.
  if (ended !== 'gone') await keep(needs, request, { turn, counted, ended });
}

/** How the writing of an answer ended, well or not. */
async function endOf(writing: Promise<void>, needs: TurnNeeds, { agent }: TurnRequest): Promise<Ended | 'gone'> {
  try {
    await writing;
    return { status: 'complete', error: null };
  } catch (error) {
    const ended = endingOf(error, agent.model);
    if (ended !== 'gone' && ended.error?.code === 'internal_error') needs.onError(error);
    return ended;
  }
}

interface Writing {
  readonly turn: LiveTurn;
  readonly counted: Counted;
}

/** Asks the model and gathers what it says. Throws whatever kept it from finishing. */
async function write(needs: TurnNeeds, request: TurnRequest, { turn, counted }: Writing): Promise<void> {
  const { models } = needs;
  const { systemPrompt: system, temperature, id: agent, model: name } = request.agent;
  const model = models.find(name);
  if (model === undefined) throw new ModelError('not_configured', 'no provider that is set up has it');
  const messages = await readPrompt(needs, request, model.provider.contextTokens);
  // Deleted before the turn began, so that whoever deleted it found nothing to stop.
  if (messages.length === 0) throw new TurnStop('gone');
  turn.counts.inputTokens = messages.reduce(
    (sum, { content }) => sum + models.estimate(content),
    models.estimate(system),
  );
  for await (const part of models.stream(model, { system, messages, temperature, agent, signal: turn.signal })) {
    turn.signal.throwIfAborted();
    turn.counts.firstTokenMs ??= Math.round(performance.now() - counted.started);
    if (part.type === 'text') append(turn, part.text, models.limits.answerCharacters);
    else if (part.type === 'citation') turn.cite(part.citation);
    else {
      counted.finishReason = part.finishReason;
      turn.counts.inputTokens = part.usage.inputTokens ?? turn.counts.inputTokens;
      counted.outputTokens = part.usage.outputTokens;
    }
  }
  turn.signal.throwIfAborted();
}

function append(turn: LiveTurn, text: string, most: number): void {
  const room = most - turn.text().length;
  turn.append(text.slice(0, room));
  if (text.length > room) throw new ModelError('broken', `its answer has more than ${most} characters`);
}

/** The messages that the model is told, as many of the newest as there is room for. */
async function readPrompt(
  { db, models }: TurnNeeds,
  { workspace, conversation, question, agent }: TurnRequest,
  contextTokens: number,
): Promise<readonly PromptMessage[]> {
  const window = createWindow(agent.systemPrompt, { contextTokens, estimate: models.estimate });
  let until = question.createdAt;
  for (;;) {
    const page = await past(db, workspace, { conversation, until, rows: pastRows });
    if (!page.every(window.take) || page.length < pastRows) return window.messages();
    until = (page.at(-1)?.createdAt ?? 0) - 1;
  }
}

/** Stores how an answer ended, patiently: until then its conversation is busy. */
async function keep(needs: TurnNeeds, request: TurnRequest, ending: Writing & { ended: Ended }): Promise<void> {
  for (const delay of [...storeDelays, undefined]) {
    try {
      await needs.db.write(endingUnit(needs, request, ending));
      return;
    } catch (failure) {
      // Somebody else has ended or deleted it.
      if (failure instanceof TurnStop) return;
      if (delay === undefined || !(failure instanceof AppError && failure.code === 'unavailable')) throw failure;
      await wait(delay);
    }
  }
}

function endingUnit(needs: TurnNeeds, request: TurnRequest, { turn, counted, ended }: Writing & { ended: Ended }) {
  const { workspace, conversation, message, principal, agent } = request;
  const { db, now, models, record } = needs;
  const { started, outputTokens = models.estimate(turn.text()), finishReason } = counted;
  const { inputTokens, firstTokenMs } = turn.counts;
  const ending = {
    message,
    conversation,
    finishReason,
    ...ended,
    inputTokens: inputTokens ?? 0,
    outputTokens,
    firstTokenMs,
    content: turn.text(),
    citations: turn.citations(),
    latencyMs: Math.round(performance.now() - started),
    now: now(),
  };
  const type = ended.status === 'complete' ? 'message.completed' : 'message.failed';
  const code = ended.status === 'cancelled' ? 'cancelled' : ended.error?.code;
  const data = { conversation, message, agent: agent.id, ...(code !== undefined && { code }) };
  return [
    ...store.end(db, workspace, ending, () => new TurnStop('gone')),
    record(principal, { type, workspace, data }),
  ];
}
