import { setTimeout as wait } from 'node:timers/promises';
import type { Actor } from '../../../access/actor.ts';
import { AppError } from '../../../errors.ts';
import { ModelError, type ModelPart, type ModelRequest, type PromptMessage } from '../../../models/model.ts';
import type { FoundModel } from '../../../models/models.ts';
import type { Database } from '../../../storage/database.ts';
import type { Statement } from '../../../storage/unit.ts';
import { type Ended, endingOf } from './ending.ts';
import { type LiveReply, TurnStop } from './live-reply.ts';
import { past } from './prompt-store.ts';
import { createWindow } from './prompt-window.ts';
import * as turns from './store.ts';

/** Past messages that one query reads while the prompt is built. */
const pastRows = 50;

/** The waits between attempts to store a reply while the database is unavailable, in milliseconds. */
const storeDelaysMs = [200, 500, 1_000, 2_000, 4_000, 8_000];

/** The end of a turn, for the event log. */
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

/** Dependencies of a turn. */
export interface TurnNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly models: TurnModels;
  record(actor: Actor, event: TurnEvent): Statement;
  /** Reports an error that no request waits for. */
  onError(error: unknown): void;
}

/** What an agent replies with. */
export interface AnsweringAgent {
  readonly id: string;
  readonly workspace: string;
  readonly model: string;
  readonly systemPrompt: string;
  readonly temperature: number;
  readonly status: string;
}

/** One reply to be written: to which message, by which agent, and for which actor. */
export interface TurnRequest {
  readonly workspace: string;
  readonly conversation: string;
  /** The message that gets the reply, and its time. */
  readonly question: { readonly id: string; readonly createdAt: number };
  /** The ID of the reply, which is stored as `streaming`. */
  readonly replyId: string;
  readonly agent: AnsweringAgent;
  readonly actor: Actor;
}

/** Counters of a turn, besides the `counts` of its live reply. */
interface Counted {
  readonly started: number;
  finishReason: string;
  /** Estimated if the model doesn't report it. */
  outputTokens: number | undefined;
}

/**
 * Runs one turn: history → prompt → model → text → stored. A turn outlives the request that started it, and
 * its end is always stored.
 */
export async function runTurn(needs: TurnNeeds, request: TurnRequest, reply: LiveReply): Promise<void> {
  const counted: Counted = {
    started: performance.now(),
    finishReason: 'stop',
    outputTokens: undefined,
  };
  const ended = await endOf(write(needs, request, { reply, counted }), needs, request);
  // An end that can't be stored leaves the reply as the last checkpoint stored it; the recovery ends it.
  if (ended !== 'gone') await store(needs, request, { reply, counted, ended });
}

/** How the writing of a reply ended. */
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
  readonly reply: LiveReply;
  readonly counted: Counted;
}

/** Calls the model and collects its reply. Throws the model's failure, or the `TurnStop`. */
async function write(needs: TurnNeeds, request: TurnRequest, { reply, counted }: Writing): Promise<void> {
  const { models } = needs;
  const { systemPrompt: system, temperature, id: agent, model: name } = request.agent;
  const model = models.find(name);
  if (model === undefined) throw new ModelError('not_configured', 'no configured provider has it');
  const messages = await readPrompt(needs, request, model.provider.contextTokens);
  // The conversation was deleted before the turn was registered, so the deletion found nothing to stop.
  if (messages.length === 0) throw new TurnStop('gone');
  reply.counts.inputTokens = messages.reduce(
    (sum, { content }) => sum + models.estimate(content),
    models.estimate(system),
  );
  for await (const part of models.stream(model, { system, messages, temperature, agent, signal: reply.signal })) {
    reply.signal.throwIfAborted();
    reply.counts.firstTokenMs ??= Math.round(performance.now() - counted.started);
    if (part.type === 'text') append(reply, part.text, models.limits.answerCharacters);
    else if (part.type === 'citation') reply.cite(part.citation);
    else {
      counted.finishReason = part.finishReason;
      reply.counts.inputTokens = part.usage.inputTokens ?? reply.counts.inputTokens;
      counted.outputTokens = part.usage.outputTokens;
    }
  }
  reply.signal.throwIfAborted();
}

function append(reply: LiveReply, text: string, most: number): void {
  const room = most - reply.text().length;
  reply.append(text.slice(0, room));
  if (text.length > room) throw new ModelError('broken', `its reply has more than ${most} characters`);
}

/** Reads the messages of the prompt: as many of the newest as there is room for. */
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

/** Stores how a turn ended; retries while the database is unavailable, as its conversation is busy until then. */
async function store(needs: TurnNeeds, request: TurnRequest, ending: Writing & { ended: Ended }): Promise<void> {
  for (const delay of [...storeDelaysMs, undefined]) {
    try {
      await needs.db.write(endingUnit(needs, request, ending));
      return;
    } catch (failure) {
      // It was ended or deleted elsewhere.
      if (failure instanceof TurnStop) return;
      if (delay === undefined || !(failure instanceof AppError && failure.code === 'unavailable')) throw failure;
      await wait(delay);
    }
  }
}

function endingUnit(needs: TurnNeeds, request: TurnRequest, { reply, counted, ended }: Writing & { ended: Ended }) {
  const { workspace, conversation, replyId, actor, agent } = request;
  const { db, now, models, record } = needs;
  const { started, outputTokens = models.estimate(reply.text()), finishReason } = counted;
  const { inputTokens, firstTokenMs } = reply.counts;
  const end = {
    replyId,
    conversation,
    finishReason,
    ...ended,
    inputTokens: inputTokens ?? 0,
    outputTokens,
    firstTokenMs,
    content: reply.text(),
    citations: reply.citations(),
    latencyMs: Math.round(performance.now() - started),
    now: now(),
  };
  const type = ended.status === 'complete' ? 'message.completed' : 'message.failed';
  const code = ended.status === 'cancelled' ? 'cancelled' : ended.error?.code;
  const data = { conversation, message: replyId, agent: agent.id, ...(code !== undefined && { code }) };
  return {
    ended: turns.end(db, workspace, end, () => new TurnStop('gone')),
    event: record(actor, { type, workspace, data }),
  };
}
