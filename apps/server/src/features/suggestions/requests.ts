import { randomBytes } from 'node:crypto';
import type { Principal } from '../../access/actor.ts';
import type { AnsweringAgent } from '../../calling/agent.ts';
import { invalid } from '../../errors.ts';
import type { PastMessage } from '../../prompts/messages.ts';
import { draftRules, summaryPrompt, translationPrompt } from '../../prompts/suggestions.ts';
import type { History } from '../../writing/turn.ts';
import { failures } from './failures.ts';
import type { SuggestionNeeds, Talk } from './needs.ts';
import type { SuggestionDraft } from './schema.ts';

/** Max messages of a conversation that a suggestion looks at: the newest ones. */
const lookedAt = 200;

/** A text to write: by which agent, on what question, and with which history. */
export interface ToWrite {
  readonly agent: AnsweringAgent;
  readonly question: { readonly id: string; readonly createdAt: number; readonly content: string };
  readonly history: History;
}

/** A wish of a person for a conversation. */
export interface Wish {
  readonly actor: Principal;
  readonly talk: Talk;
  readonly agent: AnsweringAgent;
  readonly draft: SuggestionDraft;
}

/** Refuses fields that a kind does not take, or lacks. Throws `validation_failed`. */
export function checkFields({ kind = 'reply', message, language, instructions }: SuggestionDraft): void {
  const isTranslation = kind === 'translation';
  const wrong = [
    ...(isTranslation && message === undefined ? [{ path: 'message', message: 'is required for a translation' }] : []),
    ...(isTranslation && language === undefined
      ? [{ path: 'language', message: 'is required for a translation' }]
      : []),
    ...(!isTranslation && message !== undefined ? [{ path: 'message', message: 'is only for a translation' }] : []),
    ...(isTranslation && instructions !== undefined
      ? [{ path: 'instructions', message: 'is not for a translation' }]
      : []),
    ...(language !== undefined && nameOfLanguage(language) === undefined
      ? [{ path: 'language', message: 'must be a language tag such as de or pt-BR' }]
      : []),
  ];
  if (wrong.length > 0) throw invalid(wrong);
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The name of a language in English, with its tag; undefined for an unknown tag. */
function nameOfLanguage(tag: string): string | undefined {
  try {
    const name = languageNames.of(tag);
    return name === undefined ? undefined : `${name} (${tag})`;
  } catch {
    return undefined;
  }
}

/** Returns what to write for a wish. Throws what the operation lists. */
export function toWrite(needs: SuggestionNeeds, wish: Wish): Promise<ToWrite> {
  const { kind = 'reply' } = wish.draft;
  if (kind === 'translation') return translation(needs, wish);
  return kind === 'summary' ? summary(needs, wish) : reply(needs, wish);
}

const newest = ({ history }: SuggestionNeeds, { id: conversation, workspace }: Talk): Promise<PastMessage[]> =>
  history.past(workspace, { conversation, until: Number.MAX_SAFE_INTEGER, rows: lookedAt, withTools: false });

const wishesOf = ({ instructions, language }: SuggestionDraft) => ({
  instructions: instructions?.trim() || undefined,
  language: language === undefined ? undefined : nameOfLanguage(language),
});

/** A draft of the answer to the last message of the user, as the agent answers: with its prompt and its knowledge. */
async function reply(needs: SuggestionNeeds, { agent, talk, draft }: Wish): Promise<ToWrite> {
  const question = (await newest(needs, talk)).find(({ role }) => role === 'user');
  if (question === undefined) throw failures.nothingSaid();
  const systemPrompt = [agent.systemPrompt, draftRules(wishesOf(draft))].filter((each) => each !== '').join('\n\n');
  return { agent: { ...agent, systemPrompt, tools: [] }, question, history: needs.history };
}

async function summary(needs: SuggestionNeeds, { agent, talk, draft }: Wish): Promise<ToWrite> {
  const said = await newest(needs, talk);
  if (said.length === 0) throw failures.nothingSaid();
  return alone(agent, summaryPrompt(said.toReversed(), wishesOf(draft), newCode()));
}

async function translation(needs: SuggestionNeeds, { actor, agent, talk, draft }: Wish): Promise<ToWrite> {
  const { message = '', language = '' } = draft;
  const { conversation, content } = JSON.parse((await needs.readMessage(actor, message)).json) as {
    readonly conversation: string;
    readonly content: string;
  };
  if (conversation !== talk.id) throw failures.noMessage();
  return alone(agent, translationPrompt(content, nameOfLanguage(language) ?? language, newCode()));
}

const newCode = () => randomBytes(16).toString('hex');

const isBuiltin = (model: string) => model.startsWith('builtin/');

/** A text of the agent's model without the agent: neither its prompt nor its knowledge, and no history. */
function alone(agent: AnsweringAgent, { system, content }: { readonly system: string; readonly content: string }) {
  const [model, ...fallbackModels] = [agent.model, ...agent.fallbackModels].filter((each) => !isBuiltin(each));
  if (model === undefined) throw failures.onlyQuotes(agent.model);
  const question = { id: 'task', createdAt: 0, content };
  const task: PastMessage = { ...question, role: 'user', parts: null, status: 'complete' };
  const history: History = {
    past: async () => [task],
    earlierReplies: async () => [],
    earlierQuestions: async () => [],
  };
  const plain = { answerMode: 'open', hasSources: false, temperature: 0, tools: [] } as const;
  return { agent: { ...agent, ...plain, model, fallbackModels, systemPrompt: system }, question, history };
}
