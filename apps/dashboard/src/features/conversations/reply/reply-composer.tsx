import type { Conversation } from '@parley/sdk';
import { Suspense } from 'react';
import { useMe } from '../../../api/workspace.ts';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { Composer } from '../../chat/composer.tsx';
import { useComposer } from '../../chat/use-composer.ts';
import { ReplyPicker } from '../../saved-replies/lazy-picker.ts';
import { typedAt } from '../presence/typing.ts';
import { replyDraft } from './stored-drafts.ts';
import { useSlash } from './use-slash.ts';

const SuggestRow = lazyNamed(() => import('../suggest/suggest-row.tsx').then((module) => module.SuggestRow));

/** The input of a reply in the agent's place; a `/` in it opens the saved replies. The agent can draft it. */
export function ReplyComposer(props: { conversation: Conversation; onSend: (content: string) => Promise<boolean> }) {
  const { conversation, onSend } = props;
  const { user } = useMe();
  const composer = useComposer(replyDraft(user._id, conversation._id), onSend);
  const { open, onKey, field } = useSlash(composer.text, composer.type);
  const told = {
    ...composer,
    type: (text: string) => {
      typedAt.set(text === '' ? 0 : Date.now());
      composer.type(text);
    },
    send: () => {
      typedAt.set(0);
      return composer.send();
    },
  };
  return (
    <>
      <Suspense>
        <SuggestRow conversation={conversation} text={composer.text} type={told.type} field={field.ref} />
      </Suspense>
      <Composer
        composer={told}
        label="Your reply"
        placeholder="Reply in the agent’s place"
        above={
          open !== undefined && (
            <Suspense>
              <ReplyPicker conversation={conversation} {...open} />
            </Suspense>
          )
        }
        onKey={onKey}
        field={field}
      />
    </>
  );
}
