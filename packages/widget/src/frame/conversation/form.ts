import { contextOf } from './context.ts';
import type { Core } from './core.ts';
import type { Answers, Session } from './session.ts';
import type { State } from './state.ts';
import { newKey } from './values.ts';

/** True if the visitor has to answer the form, or may, before the next message. */
export function isAsked({ settings: { form }, answers, transcript, outgoing, resuming }: State): boolean {
  if (form === undefined || resuming) return false;
  const { messages } = transcript;
  if (form.when === 'before') {
    const isMissing = form.fields.some(({ key, required }) => required && !answers?.[key]);
    return (answers === null || isMissing) && messages.length === 0 && outgoing.length === 0;
  }
  return answers === null && messages.some(({ role, status }) => role !== 'user' && status !== 'streaming');
}

/** True if no message can be sent before the form is answered. */
export const isRequired = ({ settings: { form } }: State): boolean =>
  form?.fields.some((each) => each.required) === true;

/**
 * Creates the function that sends the answers, and returns once the service has them. Without a conversation it begins
 * one, so that they are there even if the visitor never writes. Rejects with a `ChatError`.
 */
export function createSubmit(core: Core, follow: (conversation: string) => void) {
  /** The request to repeat after a lost answer, so that it creates one conversation. */
  let beginning: { readonly key: string; readonly given: string; readonly body: object } | undefined;
  return async (session: Session, answers: Answers): Promise<void> => {
    const { conversation } = core;
    if (conversation !== null) {
      await session.ask({ method: 'PUT', path: `/api/conversations/${conversation}/form`, body: { form: answers } });
    } else {
      const given = JSON.stringify([session.kept.visitor, answers]);
      if (beginning?.given !== given) {
        beginning = { key: newKey(), given, body: { form: answers, context: contextOf(core.context) } };
      }
      const { key, body } = beginning;
      const path = `/api/agents/${session.settings.agent}/conversations`;
      const { _id: id } = await session.ask({ method: 'POST', path, body, key });
      beginning = undefined;
      session.keep({ conversation: String(id) });
      follow(String(id));
    }
    core.update({ answers });
  };
}
