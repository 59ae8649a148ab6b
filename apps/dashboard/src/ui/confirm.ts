import type { ReactNode } from 'react';
import { createStore } from './store.ts';

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
