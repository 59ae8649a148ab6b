import { Icon } from '../../ui/icons.tsx';
import { iconOf } from './channel-words.ts';
import css from './kind-icon.module.css';

/** The icon of a kind of channel, on its tile. The kind is named beside it. */
export function KindIcon({ type }: { type: string }) {
  return (
    <span className={css['tile']}>
      <Icon name={iconOf(type)} size={18} />
    </span>
  );
}
