import { Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Seal } from '../../ui/code/seal.tsx';
import { Mark } from '../../ui/page/mark.tsx';
import css from './outside.module.css';

/** The ID of the seal on the face: no agent has it, and it looks like a seal at this size. */
const face = 'talk';

/** The frame of the pages before sign-in: what to do, beside the face of the product where there is room. */
export function Outside({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  return (
    <div className={css['outside']}>
      <main className={css['main']}>
        <div className={css['card']}>
          <Mark size={32} />
          <Title order={1} className={css['title']}>
            {title}
          </Title>
          {lead !== undefined && <div className={css['lead']}>{lead}</div>}
          {children}
        </div>
      </main>
      <aside className={css['face']} aria-label="About Parley">
        <Seal id={face} size={168} />
        <p className={css['sentence']}>Agents that answer, and people who take over.</p>
      </aside>
    </div>
  );
}
