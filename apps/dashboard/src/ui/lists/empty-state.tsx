import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../page/icons.tsx';
import css from './empty-state.module.css';

/** The empty state of a list: its purpose, and the one next step. */
export function EmptyState(props: { icon: IconName; title: string; children: ReactNode; action?: ReactNode }) {
  const { icon, title, children, action } = props;
  return (
    <div className={css['empty']}>
      <div className={css['icon']}>
        <Icon name={icon} size={20} />
      </div>
      <Title order={2} className={css['title']}>
        {title}
      </Title>
      <p className={css['text']}>{children}</p>
      {action}
    </div>
  );
}
