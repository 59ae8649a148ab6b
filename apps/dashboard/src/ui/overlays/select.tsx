import {
  ComboboxChevron,
  type ComboboxData,
  getOptionsLockup,
  getParsedComboboxData,
  Input,
  InputBase,
  type SelectProps,
} from '@mantine/core';
import { useState } from 'react';
import { type StillProps, useLeave, waking } from './waking.tsx';

/**
 * A field that chooses one of some options, as Mantine's `Select`. Its list loads when the pointer or focus comes near
 * it.
 */
export const Select = waking('Select', Still);

/** The field without its list. */
function Still({ still, doings, field: select }: StillProps<SelectProps>) {
  const { data = [], value, onChange, searchable = false, clearable = false, clearButtonProps, ...others } = select;
  const { allowDeselect, comboboxProps, filter, nothingFoundMessage, searchValue, onSearchChange, ...field } = others;
  const ref = useLeave(doings);
  const [typed, setTyped] = useState<string>();
  const isClearable = clearable && value != null && !field.disabled && !field.readOnly;
  return (
    <InputBase
      {...(field as object)}
      {...still}
      ref={ref}
      readOnly={field.readOnly || !searchable}
      pointer={!searchable}
      value={typed ?? (value == null ? searchValue : optionOf(data, value)?.label) ?? ''}
      onChange={({ currentTarget }) => {
        doings.typed = currentTarget.value;
        setTyped(currentTarget.value);
      }}
      rightSection={
        isClearable ? (
          <Input.ClearButton
            tabIndex={-1}
            aria-hidden
            {...clearButtonProps}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChange?.(null as never, null as never)}
          />
        ) : (
          <ComboboxChevron error={field.error} />
        )
      }
      rightSectionPointerEvents={isClearable ? 'all' : 'none'}
    />
  );
}

const optionOf = (data: ComboboxData, value: unknown) => getOptionsLockup(getParsedComboboxData(data))[`${value}`];
