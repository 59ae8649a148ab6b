import { Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Mark } from '../../ui/page/mark.tsx';
import css from './outside.module.css';

/** The frame of the pages before sign-in. */
export function Outside({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  return (
    <main className={css['outside']}>
      <div className={css['card']}>
        <Mark size={32} />
        <Title order={1} className={css['title']}>
          {title}
        </Title>
        {lead !== undefined && <div className={css['lead']}>{lead}</div>}
        {children}
      </div>
    </main>
  );
}
