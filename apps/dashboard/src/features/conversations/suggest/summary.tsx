import { ActionIcon } from '@mantine/core';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { Tip } from '../../../ui/overlays/tip.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import css from './suggest.module.css';

/** A summary of the conversation while the agent writes it, and afterwards; empty until its first word. */
export function Summary(props: { text: string; author: string; isRunning: boolean; onHide: () => void }) {
  const { text, author, isRunning, onHide } = props;
  return (
    <section className={css['summary']} aria-label="Summary" aria-busy={isRunning}>
      <header className={css['head']}>
        <Icon name="sparkle" size={13} />
        <span>
          Summary by <bdi>{author}</bdi>
        </span>
        <Tip label="Hide the summary">
          <ActionIcon variant="subtle" color="gray" size={22} aria-label="Hide the summary" onClick={onHide}>
            <Icon name="close" size={12} />
          </ActionIcon>
        </Tip>
      </header>
      <div dir="auto">{text === '' ? <span className={css['hint']}>Reading…</span> : <Markdown text={text} />}</div>
    </section>
  );
}
