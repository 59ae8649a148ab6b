import type { Actor } from '../../../access/actor.ts';
import { type ErrorDetail, invalid } from '../../../errors.ts';
import type { WebHandover } from '../../../platforms/handover.ts';
import { type Answers, keptAnswers, readAnswers, type VisitorForm } from '../../../platforms/web/form.ts';
import type { VisitorFacts } from '../../../prompts/visitor.ts';
import type { PageContext, StoredContext } from '../../../schemas/conversations/visitors.ts';
import type { Database } from '../../../storage/database.ts';
import type { StoredConversation } from '../store.ts';
import { withContext } from './context.ts';
import { findAnswers } from './store.ts';

/** Rules of a channel on the web: its form, who may ask for a person, and whether the agent is told the page of a visitor. */
export interface VisitorRules {
  readonly form: VisitorForm;
  readonly tellsPage: boolean;
  readonly handover: Pick<WebHandover, 'offered' | 'team'>;
}

/** Data about the visitor in a request. */
export interface VisitorDraft {
  readonly form?: Readonly<Record<string, unknown>> | undefined;
  readonly context?: PageContext | undefined;
}

/** Stored data about the visitor of a conversation: JSON, or null for nothing. */
export type Visit = Pick<StoredConversation, 'form' | 'page'>;

const foreign = (path: string): ErrorDetail => ({ path, message: 'is accepted only from a visitor' });

/** Throws `validation_failed` if an actor that isn't a visitor says what only a visitor may. */
export function checkVisitorFields(actor: Actor, draft: VisitorDraft): void {
  if (actor.kind === 'visitor') return;
  const wrong = (['form', 'context'] as const).filter((name) => draft[name] !== undefined);
  if (wrong.length > 0) throw invalid(wrong.map(foreign));
}

/** Reads the answers to a form. Throws `validation_failed` with the paths of fields, or if there is no form. */
export function demandAnswers(rules: VisitorRules | undefined, given: Readonly<Record<string, unknown>>): Answers {
  if (rules === undefined || rules.form.when === 'off') {
    throw invalid([{ path: 'form', message: 'is not asked for on this channel' }]);
  }
  const { answers, problems } = readAnswers(rules.form, given, 'form');
  if (problems.length > 0) throw invalid(problems);
  return answers;
}

/**
 * Returns the data about a visitor to store with a new conversation. Answers to the form are those of the draft, or else of the
 * visitor's last conversation on the channel. Throws `validation_failed` if a required one is missing.
 */
export async function beginVisit(
  db: Database,
  actor: Actor,
  {
    draft,
    rules,
    now,
  }: { readonly draft: VisitorDraft; readonly rules: VisitorRules | undefined; readonly now: number },
): Promise<Visit> {
  checkVisitorFields(actor, draft);
  if (actor.kind !== 'visitor') return { form: null, page: null };
  const page = draft.context === undefined ? null : withContext(null, draft.context, now);
  if (draft.form !== undefined) return { form: JSON.stringify(demandAnswers(rules, draft.form)), page };
  if (rules === undefined || rules.form.when === 'off') return { form: null, page };
  const stored = await findAnswers(db, actor.workspace, { channel: actor.channel, user: actor.id });
  const kept = keptAnswers(rules.form, stored === undefined ? {} : (JSON.parse(stored) as Answers));
  const { problems } = readAnswers(rules.form, kept, 'form');
  if (rules.form.when === 'before' && problems.length > 0) throw invalid(problems);
  // A visitor who has answered nothing yet, although nothing was required, may still be asked.
  return { form: stored === undefined || problems.length > 0 ? null : JSON.stringify(kept), page };
}

/**
 * Returns the page of a conversation after another message of its visitor. Throws `validation_failed` if the channel
 * asks after the first message, and required answers are missing.
 */
export function continueVisit(
  actor: Actor,
  conversation: Pick<StoredConversation, 'form' | 'page' | 'messages'>,
  {
    draft,
    rules,
    now,
  }: { readonly draft: VisitorDraft; readonly rules: VisitorRules | undefined; readonly now: number },
): string | null {
  checkVisitorFields(actor, draft);
  const isAsked = actor.kind === 'visitor' && rules?.form.when === 'after_first' && conversation.form === null;
  if (isAsked && Number(conversation.messages) > 0) {
    const { problems } = readAnswers(rules.form, {}, 'form');
    const hint = 'Send the answers to PUT /api/conversations/{id}/form.';
    if (problems.length > 0) throw invalid(problems, 'validation_failed', hint);
  }
  return draft.context === undefined ? conversation.page : withContext(conversation.page, draft.context, now);
}

/** Returns the facts about a visitor for the agent; undefined for nothing. */
export function factsOf({ form, page }: Visit, tellsPage: boolean): VisitorFacts | undefined {
  const answers = form === null ? {} : (JSON.parse(form) as Answers);
  const context = page === null || !tellsPage ? null : (JSON.parse(page) as StoredContext);
  return Object.keys(answers).length === 0 && context === null ? undefined : { form: answers, context };
}
