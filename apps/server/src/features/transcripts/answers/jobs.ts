import { Type } from 'typebox';
import { isPlainName } from '../../../mail/plain-name.ts';
import { countOrRetry } from '../../../mail/to-person.ts';
import { expiry } from '../../../storage/expired.ts';
import { type Job, job, noPayload } from '../../../storage/jobs/kind.ts';
import type { Enqueue } from '../../../storage/jobs/queue.ts';
import type { Statement } from '../../../storage/unit.ts';
import { linesOf, type SendNeeds } from '../job.ts';
import { siteOf, webOf } from '../place.ts';
import type { TranscriptNeeds } from '../service.ts';
import { findAccount, findPlace } from '../store.ts';
import { composeAnswer } from './compose.ts';
import * as store from './store.ts';

/** Time for which a conversation must be quiet, in ms: several messages of a person are one mail. */
const quietMs = 2 * 60_000;

/** Conversations that one sweep looks at, at a time, and max messages of a mail. */
const atOnce = 200;
const maxAnswers = 50;

/** Looks for answers that no mail has told of. */
const sweepKind = {
  name: 'answers.sweep',
  payload: noPayload,
  timeoutMs: 60_000,
  concurrency: 1,
} as const;

/** Mails the messages of people in a span of time, in ms since 1970. */
const answerKind = {
  name: 'answers.send',
  payload: Type.Object({ conversation: Type.String(), from: Type.Integer(), until: Type.Integer() }),
  timeoutMs: 60_000,
  attempts: 10,
  concurrency: 2,
} as const;

/** Dependencies of mailing answers. */
export interface AnswerNeeds extends SendNeeds {
  readonly enqueue: Enqueue;
  readonly mail: TranscriptNeeds['mail'];
}

/** The jobs that mail answers of people to the addresses that visitors have left. */
export const answerJobs = (needs: AnswerNeeds): readonly Job[] => [
  job(sweepKind, ({ now, signal }) => sweep(needs, now(), signal), { pattern: '* * * * *', payload: {} }),
  sendJob(needs),
  expiry(needs.db, 'answer_addresses'),
];

/**
 * Mails what people have written since the last mail, unless the user has written since: then they are here. The unit of
 * work that enqueues a mail notes it, so each answer is mailed once.
 */
async function sweep({ db, enqueue, mail }: AnswerNeeds, now: number, signal: AbortSignal): Promise<void> {
  if (!mail.isOn) return;
  let after = '';
  while (!signal.aborted) {
    const news = await store.findNews(db, { now, quietSince: now - quietMs, after, limit: atOnce });
    for (const each of news) await mailNews({ db, enqueue }, each);
    const last = news.at(-1);
    if (last === undefined || news.length < atOnce) return;
    after = last.conversation;
  }
}

/** Notes the news of a conversation, and enqueues their mail, unless another process is faster. */
async function mailNews({ db, enqueue }: Pick<AnswerNeeds, 'db' | 'enqueue'>, news: store.News): Promise<void> {
  const { conversation, workspace, mailedUntil: from, answered, asked } = news;
  const sent: Statement[] =
    answered === null || (asked !== null && asked > answered)
      ? []
      : [enqueue(workspace, { kind: answerKind, payload: { conversation, from, until: answered } })];
  try {
    await db.write([store.note(db, news), ...sent]);
  } catch (error) {
    if (!(error instanceof store.AlreadyNoted)) throw error;
  }
}

const sendJob = ({ db, mail, publicUrl }: AnswerNeeds): Job =>
  job(answerKind, async ({ id, workspace, payload: { conversation, from, until }, signal }) => {
    const place = await findPlace(db, workspace, conversation);
    const address = await store.find(db, workspace, conversation);
    if (place === undefined || address === undefined) return;
    const ids = await store.findAnswers(db, workspace, { conversation, from, until, limit: maxAnswers });
    const lines = await linesOf(db, workspace, ids);
    if (lines.length === 0) return;
    const { email: to, language, timeZone } = address;
    const web = webOf(place);
    const title = web?.title || place.agent;
    const account = (await findAccount(db, workspace)) ?? workspace;
    const effect = await countOrRetry(mail.count('answer', { address: to.toLowerCase(), account }));
    const link = linkOf(await store.findLink(db, workspace, conversation), place.type, publicUrl);
    const message = await composeAnswer({
      ...{ to, lines, language, timeZone, link, site: siteOf(web, publicUrl) },
      name: isPlainName(title) ? title.trim() : undefined,
    });
    await mail.transmit(message, { id, signal });
    return { effect };
  });

/** The address at which the visitor goes on: the page of the chat, or the page around the widget. */
function linkOf(
  found: Awaited<ReturnType<typeof store.findLink>>,
  type: string | null,
  publicUrl: string,
): string | undefined {
  if (type === 'page' && found?.channel != null) return `${publicUrl}/chat/${found.channel}`;
  const { url } = JSON.parse(found?.page ?? '{}') as { readonly url?: unknown };
  return typeof url === 'string' && /^https?:\/\//.test(url) ? url : undefined;
}
