import { Pill, PillsInput, type TagsInputProps } from '@mantine/core';
import { useId, useState } from 'react';
import { type StillProps, useLeave, waking } from './waking.tsx';

/** A field with tags, as Mantine's `TagsInput`. Its code loads when the pointer or focus comes near it. */
export const TagsInput = waking('TagsInput', Still);

/** The tags, which can be removed, and a plain input. */
function Still({ still, doings, field }: StillProps<TagsInputProps>) {
  const { label, placeholder = '', readOnly = false, maxLength, value = [], onChange } = field;
  const name = field['aria-label'];
  const id = useId();
  const ref = useLeave(doings);
  const [typed, setTyped] = useState('');
  return (
    <PillsInput label={label} id={id}>
      <Pill.Group>
        {value.map((tag, index) => (
          <Pill key={tag} withRemoveButton={!readOnly} onRemove={() => onChange?.(value.toSpliced(index, 1))}>
            {tag}
          </Pill>
        ))}
        <PillsInput.Field
          {...still}
          ref={ref}
          id={id}
          {...(name !== undefined && { 'aria-label': name })}
          placeholder={placeholder}
          readOnly={readOnly}
          maxLength={maxLength}
          value={typed}
          onChange={({ currentTarget }) => {
            doings.typed = currentTarget.value;
            setTyped(currentTarget.value);
          }}
        />
      </Pill.Group>
    </PillsInput>
  );
}
