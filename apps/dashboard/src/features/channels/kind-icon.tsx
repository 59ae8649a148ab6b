import css from './kind-icon.module.css';
import { KindMark } from './kind-mark.tsx';

/** The icon of a kind of channel, on its tile. The kind is named beside it. */
export function KindIcon({ type }: { type: string }) {
  return (
    <span className={css['tile']}>
      <KindMark type={type} size={18} />
    </span>
  );
}
