import { systemIn } from '../../access/actor.ts';
import { answeringIn, type FindAgent } from '../../calling/answering.ts';
import type { KeptCall } from '../../calling/kept-calls.ts';
import type { Json } from '../../models/chat-wire/json.ts';
import type { Fallback } from '../../replies/fallback.ts';
import { bodyOf, type ReplyBody } from '../../replies/reply-body.ts';
import type { MessagePart } from '../../schemas/message-parts.ts';
import { type Job, JobFailure, job } from '../../storage/jobs/kind.ts';
import type { ChannelRules } from './messages/sending/channel-rules.ts';
import { type EnterNeeds, StaleRead } from './messages/sending/enter.ts';
import { tellWaiting } from './messages/sending/tell-waiting.ts';
import * as conversations from './store.ts';
import type { TurnRegistry } from './turns/leases/registry.ts';
import { endWaiting } from './turns/resume/end-waiting.ts';
import { resumeKind } from './turns/resume/kind.ts';
import * as store from './turns/resume/store.ts';
import type { TurnNeeds } from './turns/turn.ts';
import { factsOf } from './visitors/visits.ts';

/** Dependencies of resuming. */
export interface ResumeNeeds extends TurnNeeds, Pick<EnterNeeds, 'newId'> {
  /** Duration of a turn's lease without renewal, in ms. */
  readonly leaseMs: number;
  readonly findAgent: FindAgent;
  readonly turns: Pick<TurnRegistry, 'makeRoom' | 'start'>;
  readonly rules: Pick<ChannelRules, 'visitorRules' | 'confirmationText'>;
}

export type Resume = ReturnType<typeof createResume>;

/** The conversation has another turn, or the reply has changed. */
class Busy extends Error {}

/**
 * Creates what lets replies go on that wait for decisions about their calls. It takes the turn of the conversation as
 * a new message does, so that only one process goes on.
 */
export function createResume(needs: ResumeNeeds) {
  const { db, now, turns, findAgent, changed } = needs;
  const keeper = needs.aids?.calls;

  /** Takes the turn and starts it. Throws `Busy` if that isn't possible now. */
  const start = async (
    { workspace, reply, found, agent, conversation }: Resuming,
    kept: readonly KeptCall[],
  ): Promise<void> => {
    const actor = systemIn(workspace);
    const free = await turns.makeRoom(actor, workspace);
    try {
      const time = now();
      const turn = { conversation: conversation.id, replyId: reply, now: time, until: time + needs.leaseMs };
      await db.write(store.take(db, workspace, turn, () => new Busy()));
    } catch (error) {
      free();
      throw error;
    }
    changed(conversation.id, workspace);
    const { channel, form, page, user } = conversation;
    const rules = channel === null ? undefined : await needs.rules.visitorRules(workspace, channel);
    const { inputTokens, outputTokens, firstTokenMs, latencyMs } = found;
    turns.start(
      {
        ...{ workspace, conversation: conversation.id, replyId: reply, agent, actor, user },
        question: { id: found.question, createdAt: Number(found.askedAt), content: found.asked },
        visitor: factsOf({ form, page }, rules?.tellsPage === true),
        ...(found.responseSchema !== null && { responseSchema: JSON.parse(found.responseSchema) as Json }),
        resumed: {
          body: bodyBefore(found, kept),
          fallen: fallenOf(found, agent),
          counts: { inputTokens: numberOf(inputTokens), firstTokenMs: numberOf(firstTokenMs) },
          ...{ outputTokens: Number(outputTokens ?? 0), latencyMs: Number(latencyMs ?? 0) },
        },
      },
      free,
    );
  };

  /**
   * Lets a reply go on, if it waits and there is something to do for it. Returns when to look again, in ms since 1970;
   * undefined if there is no need. Throws `Busy` if its conversation has another turn.
   */
  const resume = async (workspace: string, reply: string): Promise<number | undefined> => {
    const found = keeper && (await store.findWaiting(db, workspace, reply));
    if (keeper === undefined || found === undefined) return undefined;
    const conversation = await conversations.find(db, [workspace], found.conversation);
    const agent = conversation && (await answeringIn(findAgent, conversation));
    // It is being deleted.
    if (conversation === undefined || agent === undefined) return undefined;
    if (conversation.status !== 'open') {
      await endWaiting(needs, systemIn(workspace), conversation);
      return undefined;
    }
    const kept = await keeper.read(workspace, reply);
    const until = waitsUntil(kept, now());
    if (until !== undefined) {
      await tellWaiting(needs, { reply, conversation, agent, kept });
      return until;
    }
    await start({ workspace, reply, found, agent, conversation }, kept);
    return undefined;
  };

  const again = (workspace: string, reply: string, time: number) => needs.resumeAt(workspace, reply, time);

  return {
    /** Lets a reply go on now if it can; otherwise its job does. */
    now: async (workspace: string, reply: string): Promise<void> => {
      await resume(workspace, reply).catch((error: unknown) => {
        if (!(error instanceof Busy || error instanceof StaleRead)) throw error;
      });
    },
    jobs: [
      job(resumeKind, async ({ workspace, payload: { reply } }) => {
        try {
          const next = await resume(workspace, reply);
          return next === undefined ? {} : { effect: [again(workspace, reply, next)] };
        } catch (error) {
          if (error instanceof Busy || error instanceof StaleRead)
            throw new JobFailure('The conversation has another turn.');
          throw error;
        }
      }),
    ] satisfies readonly Job[],
  };
}

/** A reply that goes on. */
interface Resuming {
  readonly workspace: string;
  readonly reply: string;
  readonly found: NonNullable<Awaited<ReturnType<typeof store.findWaiting>>>;
  readonly agent: NonNullable<Awaited<ReturnType<FindAgent>>>;
  readonly conversation: conversations.StoredConversation;
}

const numberOf = (value: number | null) => (value === null ? null : Number(value));

/** A reply stays with the model that has written it so far. */
const fallenOf = ({ model, fallbacks }: Pick<Resuming['found'], 'model' | 'fallbacks'>, agent: Resuming['agent']) =>
  model === null || (model === agent.model && fallbacks === null)
    ? undefined
    : { model, fallbacks: JSON.parse(fallbacks ?? '[]') as Fallback[] };

/** When the first call stops waiting, if all that have no result wait; undefined if there is something to do. */
function waitsUntil(kept: readonly KeptCall[], now: number): number | undefined {
  const last = [...new Map(kept.map((call) => [call.callId, call])).values()];
  const ends = last.flatMap(({ status, deadline }) => (status === 'waiting' ? [deadline ?? now] : []));
  const isDone = last.some(({ status }) => status === 'approved' || status === 'running');
  const first = Math.min(...ends);
  // A denied or answered call is worth a step only if no other one waits.
  return ends.length > 0 && !isDone && first > now ? first : undefined;
}

/** The body of a reply up to its last call: a step of its model that a crash has cut short is taken again. */
function bodyBefore({ parts }: { readonly parts: string | null }, kept: readonly KeptCall[]): ReplyBody {
  const rows = new Set(kept.map(({ id }) => id));
  // A reply with calls has its parts stored.
  const all = JSON.parse(parts ?? '[]') as MessagePart[];
  const last = all.findLastIndex(
    (part) =>
      part.type === 'tool-result' ||
      part.type === 'approval-requested' ||
      (part.type === 'tool-call' && part.toolCall !== undefined && rows.has(part.toolCall)),
  );
  return bodyOf(all.slice(0, last + 1));
}
