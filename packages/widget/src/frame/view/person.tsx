import { useEffect, useRef } from 'preact/hooks';
import type { Chat } from '../chat-controls.ts';
import { isWaiting, type State } from '../conversation/state.ts';

/** Most chats offer no person. */
const load = () => import('../people/people.ts');

/** A button that asks for a person; what to expect, while the visitor waits for one. */
export function Person({ state, chat }: { readonly state: State; readonly chat: Chat | undefined }) {
  const { settings, transcript, resuming } = state;
  const { texts } = settings;
  const { _id: id, status = 'open' } = transcript.conversation ?? {};
  const place = useRef<HTMLDivElement>(null);
  const waits = isWaiting(state);
  useEffect(() => {
    let isGone = !waits || chat === undefined;
    if (!isGone)
      void load()
        .then(({ tell }) => chat && tell(place.current, chat.inside, () => isGone))
        .catch(() => isGone || place.current?.replaceChildren(texts.personSoon));
    return () => {
      isGone = true;
      place.current?.replaceChildren();
    };
  }, [waits, id]);
  const ask = () =>
    chat?.inside
      .attempt(async (session) => (await load()).askPerson(chat.inside, session))
      .then(() => document.querySelector('textarea')?.focus());
  return (
    <>
      <div role="status" ref={place} />
      {settings.handover && !resuming && status === 'open' && (
        <button type="button" class="quiet ask-person" onClick={ask}>
          {texts.askPerson}
        </button>
      )}
    </>
  );
}
