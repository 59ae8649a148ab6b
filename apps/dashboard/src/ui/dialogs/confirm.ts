import type { ReactNode } from 'react';
import { createStore } from '../loading/store.ts';

/** A question before an action that can't be undone. */
export interface Question {
  readonly title: string;
  readonly body: ReactNode;
  /** The label of the confirming button. */
  readonly action: string;
  readonly cancel?: string;
}

/** The open question. */
export const asked = createStore<(Question & { answer(isYes: boolean): void }) | undefined>(undefined);

/** Asks the question and resolves to whether the user confirmed. */
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
