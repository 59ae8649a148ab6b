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
import { useArrive, useLeave, useWake } from './use-wake.ts';

type Wake = ReturnType<typeof useWake>;

/** A field that chooses one of some options, as Mantine's `Select`. Its list loads when somebody comes near it. */
export function Select(props: SelectProps) {
  const { code, ...wake } = useWake();
  if (code === undefined) return <Still {...wake} select={props} />;
  return <Awake code={code} doings={wake.doings} select={props} />;
}

function Awake(props: { code: NonNullable<Wake['code']>; doings: Wake['doings']; select: SelectProps }) {
  const { code, doings, select } = props;
  const ref = useArrive(doings);
  return <code.Select ref={ref} {...select} defaultDropdownOpened={doings.wantsOptions && !select.readOnly} />;
}

/** The field without its list. */
function Still({ still, doings, select }: Omit<Wake, 'code'> & { select: SelectProps }) {
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
