import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../ui/page/icons.tsx';
import css from './two-step.module.css';

/** One kind of second step, with its actions. */
export function Kind(props: {
  icon: IconName;
  /** True if the user has it. */
  isOn: boolean;
  title: string;
  state: ReactNode;
  actions: ReactNode;
  children?: ReactNode;
}) {
  const { icon, isOn, title, state, actions, children } = props;
  return (
    <div className={css['kind']}>
      <div className={css['head']}>
        <div className={css['icon']} data-on={isOn || undefined}>
          <Icon name={icon} size={18} />
        </div>
        <div className={css['words']}>
          <h3 className={css['title']}>{title}</h3>
          <div className={css['state']}>{state}</div>
        </div>
        <div className={css['actions']}>{actions}</div>
      </div>
      {children}
    </div>
  );
}
