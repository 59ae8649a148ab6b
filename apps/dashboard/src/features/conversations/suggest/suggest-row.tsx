import { Button } from '@mantine/core';
import type { Conversation } from '@parley/sdk';
import { useEffect, useState } from 'react';
import { useStore } from '../../../ui/loading/store.ts';
import { Icon } from '../../../ui/page/icons.tsx';
import { useAgentName } from '../badges/agent-name.tsx';
import css from './suggest.module.css';
import { suggestWish } from './suggest-wish.ts';
import { Summary } from './summary.tsx';
import { type ReplyField, useDraft } from './use-draft.ts';
import { useFreeWriter } from './use-free-writer.ts';
import { useSuggestion } from './use-suggestion.ts';

/**
 * The texts that the agent writes for the user, above the field of their reply: a draft, which is streamed into the field
 * and never sent by itself, and a summary.
 */
export function SuggestRow({ conversation, ...field }: ReplyField & { conversation: Conversation }) {
  const { _id, workspace, agent, answeringAgent } = conversation;
  const author = useAgentName(workspace, answeringAgent ?? agent) ?? 'The agent';
  const draft = useDraft(_id, field);
  const [sum, setSum] = useState<string>();
  const summary = useSuggestion(_id);
  const maySumUp = useFreeWriter(conversation);
  const sumUp = async () => {
    setSum('');
    const isWhole = await summary.start({ kind: 'summary' }, setSum);
    if (!isWhole) setSum((soFar) => soFar || undefined);
  };
  const hide = () => {
    summary.stop();
    setSum(undefined);
  };
  const wish = useStore(suggestWish);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a wish is fulfilled once.
  useEffect(() => {
    if (wish === undefined) return;
    suggestWish.set(undefined);
    if (wish === 'reply') void draft.write();
    else if (maySumUp) void sumUp();
  }, [wish]);
  return (
    <>
      {sum !== undefined && <Summary text={sum} author={author} isRunning={summary.isRunning} onHide={hide} />}
      <div className={css['row']}>
        <DraftButton draft={draft} isEmpty={field.text.trim() === ''} />
        {maySumUp && (
          <Button size="compact-xs" variant="subtle" loading={summary.isRunning} onClick={() => void sumUp()}>
            Sum up
          </Button>
        )}
        <span role="status" className={css['hint']}>
          {draft.isRunning && `${author} writes…`}
          {draft.isShown && (
            <>
              Drafted by <bdi>{author}</bdi>. Read it before you send it.
            </>
          )}
        </span>
        {draft.isShown && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={draft.undo}>
            Undo
          </Button>
        )}
      </div>
    </>
  );
}

function DraftButton({ draft, isEmpty }: { draft: ReturnType<typeof useDraft>; isEmpty: boolean }) {
  if (draft.isRunning) {
    return (
      <Button size="compact-xs" variant="default" onClick={draft.stop}>
        Stop writing
      </Button>
    );
  }
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      leftSection={<Icon name="sparkle" size={13} />}
      onClick={() => void draft.write()}
    >
      {isEmpty || draft.isShown ? 'Draft a reply' : 'Draft from my words'}
    </Button>
  );
}
