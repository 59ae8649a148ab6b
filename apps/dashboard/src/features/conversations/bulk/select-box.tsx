import { useEffect, useRef } from 'react';
import css from './select-box.module.css';

/** The checkbox of a row. With Shift it selects a range. */
export function SelectBox(props: { title: string; isSelected: boolean; onToggle: (isRange: boolean) => void }) {
  const { title, isSelected, onToggle } = props;
  return (
    <label className={css['label']}>
      <input
        type="checkbox"
        className={css['box']}
        aria-label={`Select ${title}`}
        checked={isSelected}
        onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}

/** The checkbox of all rows. */
export function SelectAllBox({ count, of, onToggle }: { count: number; of: number; onToggle: () => void }) {
  const box = useRef<HTMLInputElement>(null);
  const isPart = count > 0 && count < of;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isPart;
  }, [isPart]);
  return (
    <label className={css['label']}>
      <input
        ref={box}
        type="checkbox"
        className={css['box']}
        aria-label="Select all shown conversations"
        data-select-all
        checked={count === of && of > 0}
        onChange={onToggle}
      />
    </label>
  );
}
