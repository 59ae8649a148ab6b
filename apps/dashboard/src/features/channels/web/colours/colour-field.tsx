import { ActionIcon, TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { Tip } from '../../../../ui/overlays/tip.tsx';
import { Icon } from '../../../../ui/page/icons.tsx';
import css from './colour-field.module.css';
import { isColour, readColour } from './colours.ts';

/** A colour: picked in the browser's own way, or typed. Reset, the chat has its own. */
export function ColourField(props: {
  label: string;
  /** The colour that the chat shows. */
  shown: string;
  /** The colour that is set; undefined for the chat's own. */
  value: string | undefined;
  error: ReactNode;
  readOnly: boolean;
  onChange: (colour: string | undefined) => void;
}) {
  const { label, shown, value, error, readOnly, onChange } = props;
  const id = useId();
  const [typed, setTyped] = useState<string>();
  // Unfinished input is replaced by the value before it.
  const [kept, setKept] = useState(value);
  const type = (text: string) => {
    setTyped(text);
    // A text that isn't a colour yet is kept as it is: the form says so if it is saved like this.
    onChange(text.trim() === '' ? undefined : (readColour(text) ?? text));
  };
  return (
    <div className={css['field']}>
      <input
        type="color"
        className={css['swatch']}
        aria-label={`${label}: pick a colour`}
        value={shown}
        disabled={readOnly}
        onChange={(event) => {
          setTyped(undefined);
          onChange(event.currentTarget.value);
        }}
      />
      <div className={css['typed']}>
        <label htmlFor={id} className={css['label']}>
          {label}
        </label>
        <TextInput
          id={id}
          size="xs"
          variant="unstyled"
          placeholder={shown}
          value={typed ?? value ?? ''}
          maxLength={9}
          spellCheck={false}
          readOnly={readOnly}
          error={error}
          classNames={{ input: css['hex'] ?? '' }}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={() => setKept(value)}
          onBlur={() => {
            setTyped(undefined);
            if (value !== undefined && !isColour(value)) onChange(kept);
          }}
        />
      </div>
      {value !== undefined && !readOnly && (
        <Tip label="Reset">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={`Reset ${label.toLowerCase()}`}
            onClick={() => {
              setTyped(undefined);
              onChange(undefined);
            }}
          >
            <Icon name="rotate" size={14} />
          </ActionIcon>
        </Tip>
      )}
    </div>
  );
}
