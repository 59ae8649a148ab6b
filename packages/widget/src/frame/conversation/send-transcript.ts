import type { ChatError } from './client.ts';
import type { Core } from './core.ts';
import type { Session } from './session.ts';

/** Does something that fails with a notice; returns what is wrong with fields. */
type Attempt = (task: (session: Session) => Promise<unknown>) => Promise<ChatError['details']>;

/** Outcome of a request for a transcript. */
export interface TranscriptOutcome {
  readonly isSent: boolean;
  /** True if nothing can be sent to the address. */
  readonly isWrong: boolean;
}

/** Creates the function that has the conversation mailed. A repeat with the same key sends once. */
export const createSendTranscript =
  (core: Core, attempt: Attempt) =>
  async (email: string, key: string): Promise<TranscriptOutcome> => {
    let isSent = false;
    const problems = await attempt(async ({ ask }) => {
      const path = `/api/conversations/${core.conversation}/transcript`;
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      await ask({ method: 'POST', path, body: { email, timeZone, language: document.documentElement.lang }, key });
      isSent = true;
    });
    return { isSent, isWrong: problems['email'] !== undefined };
  };
