import { type AutocompleteProps, InputBase } from '@mantine/core';
import { useArrive, useLeave, useWake } from './use-wake.ts';

type Wake = ReturnType<typeof useWake>;

/** A text field with proposals, as Mantine's `Autocomplete`. Its list loads when somebody comes near it. */
export function Autocomplete(props: AutocompleteProps) {
  const { code, ...wake } = useWake();
  if (code === undefined) return <Still {...wake} field={props} />;
  return <Awake code={code} doings={wake.doings} field={props} />;
}

function Awake(props: { code: NonNullable<Wake['code']>; doings: Wake['doings']; field: AutocompleteProps }) {
  const { code, doings, field } = props;
  const ref = useArrive(doings);
  return <code.Autocomplete ref={ref} {...field} defaultDropdownOpened={doings.wantsOptions && !field.readOnly} />;
}

/** The field without its list. */
function Still({ still, doings, field }: Omit<Wake, 'code'> & { field: AutocompleteProps }) {
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
