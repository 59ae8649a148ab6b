import { ActionIcon, Button } from '@mantine/core';
import type { Conversation } from '@parley/sdk';
import { type RefObject, useEffect, useState } from 'react';
import { useStore } from '../../../ui/loading/store.ts';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { Tip } from '../../../ui/overlays/tip.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { useAgentName } from '../badges/agent-name.tsx';
import css from './suggest.module.css';
import { suggestWish } from './suggest-wish.ts';
import { useFreeWriter } from './use-free-writer.ts';
import { useSuggestion } from './use-suggestion.ts';

/** Max characters of the field that are taken as a wish for the draft. */
const maxWish = 1_000;

/**
 * What the agent can write for the user above the field of their reply: a draft, which is streamed into the field and
 * never sent by itself, and a summary. Text that is in the field already tells what the draft should say.
 */
export function SuggestRow(props: {
  conversation: Conversation;
  text: string;
  type: (text: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
}) {
  const { conversation, text, type, field } = props;
  const { _id, workspace, agent, answeringAgent } = conversation;
  const agentName = useAgentName(workspace, answeringAgent ?? agent) ?? 'The agent';
  const draft = useSuggestion(_id);
  /** The draft in the field, and what was there before it. */
  const [drafted, setDrafted] = useState<{ readonly text: string; readonly before: string }>();
  const [sum, setSum] = useState<string>();
  const summary = useSuggestion(_id);
  const maySumUp = useFreeWriter(conversation);

  const write = async () => {
    if (draft.isRunning) return;
    const before = text;
    const wish = before.trim();
    const instructions = wish === '' ? {} : { instructions: wish.slice(0, maxWish) };
    let last = '';
    await draft.start({ kind: 'reply', ...instructions }, (soFar) => {
      last = soFar;
      type(soFar);
      setDrafted({ text: soFar, before });
    });
    if (last === '') type(before);
    field.current?.focus();
  };
  const sumUp = () => {
    setSum('');
    void summary.start({ kind: 'summary' }, setSum).then((isWhole) => {
      if (!isWhole) setSum((soFar) => soFar || undefined);
    });
  };
  const wish = useStore(suggestWish);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a wish is fulfilled once.
  useEffect(() => {
    if (wish === undefined) return;
    suggestWish.set(undefined);
    if (wish === 'reply') void write();
    else if (maySumUp) sumUp();
  }, [wish]);

  const isDraft = drafted !== undefined && drafted.text === text && !draft.isRunning;
  return (
    <>
      {sum !== undefined && (
        <section className={css['summary']} aria-label="Summary" aria-busy={summary.isRunning}>
          <header className={css['head']}>
            <Icon name="sparkle" size={13} />
            <span>
              Summary by <bdi>{agentName}</bdi>
            </span>
            <Tip label="Hide the summary">
              <ActionIcon
                variant="subtle"
                color="gray"
                size={22}
                aria-label="Hide the summary"
                onClick={() => {
                  summary.stop();
                  setSum(undefined);
                }}
              >
                <Icon name="close" size={12} />
              </ActionIcon>
            </Tip>
          </header>
          <div dir="auto">{sum === '' ? <span className={css['hint']}>Reading…</span> : <Markdown text={sum} />}</div>
        </section>
      )}
      <div className={css['row']}>
        {draft.isRunning ? (
          <Button size="compact-xs" variant="default" onClick={draft.stop}>
            Stop writing
          </Button>
        ) : (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<Icon name="sparkle" size={13} />}
            onClick={() => void write()}
          >
            {text.trim() === '' || isDraft ? 'Draft a reply' : 'Draft from my words'}
          </Button>
        )}
        {maySumUp && (
          <Button size="compact-xs" variant="subtle" loading={summary.isRunning} onClick={sumUp}>
            Sum up
          </Button>
        )}
        <span role="status" className={css['hint']}>
          {draft.isRunning && `${agentName} writes…`}
          {isDraft && (
            <>
              Drafted by <bdi>{agentName}</bdi>. Read it before you send it.
            </>
          )}
        </span>
        {isDraft && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => {
              type(drafted.before);
              setDrafted(undefined);
              field.current?.focus();
            }}
          >
            Undo
          </Button>
        )}
      </div>
    </>
  );
}
