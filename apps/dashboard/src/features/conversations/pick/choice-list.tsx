import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { autoDirection } from '../../../ui/forms/auto-direction.ts';
import { Icon } from '../../../ui/page/icons.tsx';
import type { Choice } from './choices.ts';
import css from './pick.module.css';

interface ChoiceListProps {
  readonly label: string;
  /** Undefined while they load. */
  readonly choices: readonly Choice[] | undefined;
  readonly onChoose: (choice: Choice) => void;
}

/** A field that finds one of some choices. The focus stays in it; arrow keys choose, Enter takes. */
export function ChoiceList({ label, choices, onChoose }: ChoiceListProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [moved, setMoved] = useState(0);
  const shown = (choices ?? []).filter((each) => each.label.toLowerCase().includes(typed.trim().toLowerCase()));
  const at = Math.min(moved, shown.length - 1);
  const optionId = (place: number) => `${id}-${place}`;
  useEffect(() => void document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' }), [id, at]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = shown[at];
    if (step !== undefined && shown.length > 0) {
      event.preventDefault();
      setMoved((at + step + shown.length) % shown.length);
    } else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      onChoose(chosen);
    }
  };
  return (
    <>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={at < 0 ? undefined : optionId(at)}
        placeholder="Type to find"
        autoComplete="off"
        attributes={autoDirection}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setMoved(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} className={css['list']}>
        {shown.map((choice, place) => (
          <div
            key={choice.id}
            id={optionId(place)}
            role="option"
            tabIndex={-1}
            aria-selected={place === at}
            className={css['option']}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(choice)}
            onKeyDown={() => undefined}
          >
            <span className={css['name']} dir="auto">
              {choice.label}
            </span>
            {choice.isCurrent && <Icon name="check" size={14} />}
            <span className={css['note']}>{choice.note}</span>
          </div>
        ))}
      </div>
      {shown.length === 0 && (
        <p className={css['none']} role="status">
          {choices === undefined ? 'Loading…' : 'Nothing has this name.'}
        </p>
      )}
    </>
  );
}
