import { Button, Title } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '../../api/workspace.ts';
import { CopyButton } from '../../ui/code/copy.tsx';
import css from './gone.module.css';
import { replyDraft } from './reply/stored-drafts.ts';

/** A conversation that was deleted, while it was open (`wasOpen`) or before; keeps the unsent reply to it. */
export function Gone({ id, wasOpen }: { id: string; wasOpen: boolean }) {
  const { user } = useMe();
  const kept = replyDraft(user._id, id);
  const [draft, setDraft] = useState(kept.read);
  return (
    <div className={css['gone']}>
      <p role="alert" className={css['words']}>
        {wasOpen ? 'This conversation was deleted, with all its messages.' : 'There is no such conversation.'}
      </p>
      {draft !== '' && (
        <section className={css['draft']} aria-label="Your unsent reply">
          <Title order={2} className={css['title']}>
            Your unsent reply
          </Title>
          <p className={css['text']} dir="auto">
            {draft}
          </p>
          <div className={css['actions']}>
            <CopyButton text={draft} label="Copy the reply" />
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              onClick={() => {
                kept.keep('');
                setDraft('');
              }}
            >
              Discard
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}
