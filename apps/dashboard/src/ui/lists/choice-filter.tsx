import { Select } from '../overlays/select.tsx';
import css from './list-filters.module.css';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** A filter of a list: one of some values, or any. Undefined is any. */
export function ChoiceFilter<Value extends string>(props: {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
  /** In pixels. */
  readonly width?: number;
  /** True inside a popup. */
  readonly isInside?: boolean;
}) {
  const { label, choices, value, onChange, width, isInside = false } = props;
  const any = `Any ${label.toLowerCase()}`;
  return (
    <Select
      {...nameAs(label, isInside)}
      placeholder={any}
      clearable
      clearButtonProps={{ 'aria-label': any }}
      {...(width !== undefined && { w: width })}
      data={choices}
      value={value ?? null}
      onChange={(chosen) => onChange((chosen ?? undefined) as Value | undefined)}
    />
  );
}

/** The order of a list; undefined is the usual one. */
export function OrderFilter<Value extends string>(props: {
  readonly labels: Readonly<Record<Value, string>>;
  readonly usual: Value;
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
  /** In pixels. */
  readonly width?: number;
  /** True inside a popup. */
  readonly isInside?: boolean;
}) {
  const { labels, usual, value, onChange, width, isInside = false } = props;
  return (
    <Select
      {...nameAs('Order', isInside)}
      className={css['order'] ?? ''}
      allowDeselect={false}
      {...(width !== undefined && { w: width })}
      data={choicesOf(labels)}
      value={value ?? usual}
      onChange={(chosen) => onChange(chosen === usual ? undefined : (chosen as Value))}
    />
  );
}

/** A filter in a bar is named by its placeholder, one inside a popup by a label. Its list stays inside, too. */
export const nameAs = (label: string, isInside: boolean) =>
  isInside ? { label, comboboxProps: { withinPortal: false } } : { 'aria-label': label };

/** The choices of values with their labels, in this order. */
export const choicesOf = <Value extends string>(labels: Readonly<Record<Value, string>>): Choice<Value>[] =>
  Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }));
