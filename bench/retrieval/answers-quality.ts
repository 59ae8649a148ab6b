import type { Actor } from '../../apps/server/src/access/actor.ts';
import { createFindPassages } from '../../apps/server/src/features/answers/find-passages.ts';
import { extract } from '../../apps/server/src/models/builtin/extract.ts';
import type { FoundPassage } from '../../apps/server/src/models/model.ts';
import { createRetrieval } from '../../apps/server/src/retrieval/create-retrieval.ts';
import { serve, stage } from '../../apps/server/testing/fixtures/knowledge.ts';
import { table, targetTable } from '../shared/report.ts';
import { type Asked, hardSetOf, joined, languages } from './hard-set.ts';
import type { Place } from './installed.ts';

/** Max passages of a question. */
const top = 5;

/** A question, and the passages that were found for it. */
interface FoundFor {
  readonly question: Asked;
  readonly passages: readonly FoundPassage[];
  /** True if a passage has what answers the question. */
  readonly isGiven: boolean;
}

/** A reply to a question. */
interface Judged extends FoundFor {
  readonly text: string;
  readonly verdict: 'right' | 'wrong' | 'silent';
}

/** A text without the marks of Markdown, and with single spaces. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[*_`\\|#[\]()<>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** True if a text has all of an answer: its strings are the parts of one answer, such as a voltage and a frequency. */
const hasAnswer = (text: string, { answer }: Asked): boolean => answer.every((each) => bare(text).includes(bare(each)));

/** Finds the passages of each question as a turn does: those of the product's retrieval, from sources of all languages. */
async function passagesOf({ db, workspace, agent, source }: Place): Promise<FoundFor[]> {
  const { passages: all, questions } = joined(await Promise.all(languages.map(hardSetOf)));
  const documents = all.map(({ title, document, headings, text }, index) => ({
    ...{ title, key: `${document} ${index}`, chunks: [{ text, headings }] },
  }));
  await stage(db, { workspace, source, version: 1, first: 0 }, documents);
  await serve(db, source, 1);
  const findPassages = createFindPassages({ retrieval: createRetrieval({ db }) });
  const actor: Actor = { kind: 'channel', id: 'bench', workspace, thread: null, context: null, at: 0 };
  const found: FoundFor[] = [];
  for (const question of questions) {
    const { passages } = await findPassages({
      ...{ workspace, actor, question: question.text, earlier: [], signal: new AbortController().signal },
      agent: { id: agent, model: 'builtin/extract', rerank: false },
    });
    const best = passages.slice(0, top);
    found.push({ question, passages: best, isGiven: best.some(({ chunk }) => question.right.has(chunk)) });
  }
  return found;
}

/** Asks `builtin/extract` a question, and says whether the reply has an answer to it. */
async function judge({ question, passages, isGiven }: FoundFor): Promise<Judged> {
  const messages = [{ role: 'user' as const, content: question.text }];
  const signal = new AbortController().signal;
  let [text, isCited] = ['', false];
  for await (const part of extract({ model: 'extract', system: '', messages, passages, temperature: 0, signal })) {
    if (part.type === 'text') text += part.text;
    if (part.type === 'citation') isCited = true;
  }
  const verdict = !isCited ? 'silent' : hasAnswer(text, question) ? 'right' : 'wrong';
  return { question, passages, isGiven, text, verdict };
}

const share = (part: number, whole: number): string => (whole === 0 ? '' : (part / whole).toFixed(3));

function summary(name: string, replies: readonly Judged[]): string[] {
  const count = (of: readonly Judged[], verdict: Judged['verdict']) =>
    of.filter((reply) => reply.verdict === verdict).length;
  const answerable = replies.filter(({ question }) => question.right.size > 0);
  const given = answerable.filter((reply) => reply.isGiven);
  const others = replies.filter(({ question }) => question.right.size === 0);
  return [
    ...[name, String(replies.length), String(given.length)],
    ...[share(given.length - count(given, 'silent'), given.length), share(count(given, 'right'), given.length)],
    ...[share(count(replies, 'wrong'), replies.length), share(count(others, 'wrong'), others.length)],
  ];
}

/**
 * The replies of `builtin/extract` to the questions of the hard set: how many it answers, how many rightly, and how many
 * that nothing answers. A reply is right if it contains one of the question's answers.
 */
export async function answersQuality(place: Place): Promise<string> {
  const replies: Judged[] = [];
  for (const found of await passagesOf(place)) replies.push(await judge(found));
  const isHeldOut = ({ question }: Judged) => question.half === 'reported';
  const groups = new Map<string, Judged[]>([
    ['all', replies],
    ['tuned on', replies.filter((reply) => !isHeldOut(reply))],
    ['held out', replies.filter(isHeldOut)],
  ]);
  for (const reply of replies)
    for (const name of [`language: ${reply.question.language}`, `kind: ${reply.question.kind}`])
      groups.set(name, [...(groups.get(name) ?? []), reply]);
  const rows = [...groups].map(([name, of]) => summary(name, of));
  const head = ['questions', 'asked', 'passage given', 'answered', 'right', 'wrong of all', 'wrong of unanswerable'];
  const [, , , , right = '', wrong = ''] = summary('', groups.get('held out') ?? []);
  const targets = [
    { what: 'right if the passage is given, held out', kind: 'least' as const, bound: 0.6, value: Number(right) },
    { what: 'wrong of all, held out', kind: 'most' as const, bound: 0.05, value: Number(wrong) },
  ];
  return `${table(head, rows)}\n\n${targetTable(targets)}`;
}
