import { type ReactNode, Suspense } from 'react';
import { lazyNamed } from './lazy-named.ts';
import { createStore, useStore } from './store.ts';

/** A question before something that can't be taken back. */
export interface Question {
  readonly title: string;
  readonly body: ReactNode;
  /** What the button does, in words. */
  readonly action: string;
  readonly cancel?: string;
}

/** The question that waits for an answer. */
export const asked = createStore<(Question & { answer(isYes: boolean): void }) | undefined>(undefined);

/** Asks, and gives whether the person wants it. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer: (isYes) => {
        asked.set(undefined);
        resolve(isYes);
      },
    });
  });
}

const ConfirmDialog = lazyNamed(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog));

/** Shows the question, if there is one. */
export function Confirmation() {
  const question = useStore(asked);
  return <Suspense>{question !== undefined && <ConfirmDialog {...question} />}</Suspense>;
}
