import { type AutocompleteProps, InputBase } from '@mantine/core';
import { type StillProps, useLeave, waking } from './waking.tsx';

/** A text field with proposals, as Mantine's `Autocomplete`. Its list loads when the pointer or focus comes near it. */
export const Autocomplete = waking('Autocomplete', Still);

/** The field without its list. */
function Still({ still, doings, field }: StillProps<AutocompleteProps>) {
  const { data, limit, comboboxProps, withScrollArea, filter, renderOption, onChange, ...others } = field;
  const { onOptionSubmit, onDropdownClose, classNames, ...input } = others;
  const ref = useLeave(doings);
  return (
    <InputBase
      {...(input as object)}
      {...still}
      ref={ref}
      autoComplete="off"
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
    />
  );
}
