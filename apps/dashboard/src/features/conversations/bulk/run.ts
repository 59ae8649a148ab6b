import { APIConnectionError, type Parley } from '@parley/sdk';
import { callApi } from '../../../api/client.ts';
import { noteFailure } from '../../../api/connection.ts';
import { toProblem } from '../../../api/errors.ts';
import { forgetConversationLists, renewConversation } from '../../../api/queries/conversation-queries.ts';
import { openActionToast } from '../../../ui/toasts/action-toast.tsx';
import { forEach, type Outcome } from './for-each.ts';

/** Conversations in words: `1 conversation`, `3 conversations`. */
export const amount = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'conversation' : 'conversations'}`;

/** A bulk action: its request for each conversation, and its words. */
export interface BulkAction<Target, Result> {
  readonly targets: readonly Target[];
  /** Its verb while it runs, and when it is done: `Closing`, `Closed`. */
  readonly verbs: readonly [running: string, done: string];
  /** Text after the amount, such as ` as “urgent”`. */
  readonly ending?: string;
  act(client: Parley, target: Target): Promise<Result>;
  /** Undoes the action, if any of it can be undone. */
  undo?(done: Outcome<Target, Result>['done']): (() => void) | undefined;
}

/** Runs a bulk action with one toast: its progress, then what was done and failed, and a button that undoes it. */
export async function runBulk<Target extends { readonly _id: string }, Result>(
  action: BulkAction<Target, Result>,
): Promise<Outcome<Target, Result>> {
  const { targets, verbs, ending = '', act, undo } = action;
  const [running, done] = verbs;
  const progress = (finished: number) => `${running} ${finished} of ${amount(targets.length)}…`;
  const toast = openActionToast(`${running} ${amount(targets.length)}…`);
  const outcome = await forEach(
    targets,
    (target) => callApi((client) => act(client, target)),
    (finished) => toast.progress(progress(finished)),
  );
  for (const { item } of outcome.done) void renewConversation(item._id);
  forgetConversationLists();
  const finished = outcome.done.length;
  const isWhole = outcome.failed.length === 0;
  toast.end({
    message: isWhole
      ? `${done} ${amount(finished)}${ending}.`
      : `${done} ${finished} of ${amount(targets.length)}${ending}.`,
    failure: isWhole ? undefined : failureOf(outcome.failed.map(({ error }) => error)),
    undo: finished === 0 ? undefined : undo?.(outcome.done),
  });
  return outcome;
}

/** Why some of them failed, by the first reason. A lost connection has its own notice, too. */
export function failureOf(errors: readonly unknown[]): string {
  const lost = errors.find((error) => error instanceof APIConnectionError);
  if (lost !== undefined) noteFailure(lost);
  return `${errors.length.toLocaleString('en')} failed: ${toProblem(errors[0]).message}`;
}
