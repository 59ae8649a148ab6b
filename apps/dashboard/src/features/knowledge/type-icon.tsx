import { Icon } from '../../ui/page/icons.tsx';
import { type SourceType, typeFacts } from './source-words.ts';
import css from './type-icon.module.css';

/** The icon of a type of source, on its tile. The type is named beside it. */
export function TypeIcon({ type }: { type: SourceType }) {
  return (
    <span className={css['tile']}>
      <Icon name={typeFacts[type].icon} />
    </span>
  );
}
