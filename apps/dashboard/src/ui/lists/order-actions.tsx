import { ActionIcon } from '@mantine/core';
import { Tip } from '../overlays/tip.tsx';
import { Icon, type IconName } from '../page/icons.tsx';
import css from './attached.module.css';

/** Moves a thing in an ordered list up or down, or takes it out: `removal` is the word. `at` is its place among `count`. */
export function OrderActions(props: {
  name: string;
  at: number;
  count: number;
  isPending?: boolean;
  removal?: 'Detach' | 'Remove';
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}) {
  const { name, at, count, isPending = false, removal = 'Detach', onMove, onRemove } = props;
  return (
    <div className={css['actions']}>
      <Act icon="arrowUp" label={`Move ${name} up`} isOff={at === 0 || isPending} onClick={() => onMove(-1)} />
      <Act
        icon="arrowDown"
        label={`Move ${name} down`}
        isOff={at === count - 1 || isPending}
        onClick={() => onMove(1)}
      />
      <Act icon="close" label={`${removal} ${name}`} isOff={isPending} onClick={onRemove} />
    </div>
  );
}

function Act(props: { icon: IconName; label: string; isOff: boolean; onClick: () => void }) {
  const { icon, label, isOff, onClick } = props;
  return (
    <Tip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={isOff} onClick={onClick}>
        <Icon name={icon} size={14} />
      </ActionIcon>
    </Tip>
  );
}
