import css from './copy.module.css';
import { CopyableId } from './copy.tsx';

/** The ID that a record has in the user's own system; nothing if it has none. */
export function ExternalId({ id }: { id: string | null }) {
  if (id === null) return null;
  return (
    <span className={css['labelled']}>
      External ID <CopyableId id={id} what="external ID" />
    </span>
  );
}
