import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { Icon } from '../page/icons.tsx';

/** Pause in typing after which a filter is applied, in ms. */
const pause = 250;

interface TypedFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly maxLength?: number;
}

/** A text filter with a visible label, applied after a pause in typing. An empty one is undefined. */
export function TypedFilter({ label, maxLength = 200, ...filter }: TypedFilterProps) {
  return <TextInput label={label} maxLength={maxLength} {...useTyped(label, filter)} />;
}

/** The search field above a list: a text filter that is named by its placeholder and icon. */
export function SearchFilter(props: TypedFilterProps & { readonly placeholder: string; readonly className?: string }) {
  const { label, maxLength = 200, placeholder, className = '', ...filter } = props;
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      className={className}
      leftSection={<Icon name="search" />}
      maxLength={maxLength}
      {...useTyped(label, filter)}
    />
  );
}

/** State of the typed text, and the button that clears it. */
function useTyped(label: string, { value = '', onChange }: Pick<TypedFilterProps, 'value' | 'onChange'>) {
  const [typed, setTyped] = useState(value);
  const tell = useDebouncedCallback(onChange, pause);
  useEffect(() => setTyped(value), [value]);
  const type = (text: string) => {
    setTyped(text);
    tell(text === '' ? undefined : text);
  };
  return {
    value: typed,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => type(event.currentTarget.value),
    rightSection:
      typed === '' ? null : <CloseButton size="sm" aria-label={`Clear: ${label}`} onClick={() => type('')} />,
  };
}
