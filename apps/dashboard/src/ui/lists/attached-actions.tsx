import { ActionIcon } from '@mantine/core';
import { Tip } from '../overlays/tip.tsx';
import { Icon, type IconName } from '../page/icons.tsx';
import css from './attached.module.css';

/** Moves one of the things that an agent has up or down, or detaches it. `at` is its place among `count`. */
export function AttachedActions(props: {
  name: string;
  at: number;
  count: number;
  isPending: boolean;
  onMove: (by: -1 | 1) => void;
  onDetach: () => void;
}) {
  const { name, at, count, isPending, onMove, onDetach } = props;
  return (
    <div className={css['actions']}>
      <Act icon="arrowUp" label={`Move ${name} up`} isOff={at === 0 || isPending} onClick={() => onMove(-1)} />
      <Act
        icon="arrowDown"
        label={`Move ${name} down`}
        isOff={at === count - 1 || isPending}
        onClick={() => onMove(1)}
      />
      <Act icon="close" label={`Detach ${name}`} isOff={isPending} onClick={onDetach} />
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
