import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../../api/queries.ts';
import { Autocomplete } from '../../../ui/overlays/autocomplete.tsx';
import { ModelTest } from './model-check.tsx';
import css from './model-field.module.css';
import { groupsOf, noteOn } from './models.ts';

interface ModelFieldProps {
  value?: string;
  onChange?: (value: string) => void;
  error?: React.ReactNode;
  readOnly?: boolean;
}

/** Max models that are shown at once; typing narrows them down. */
const maxShown = 50;

/** Room for a model's name and description, within the screen. */
const dropdownWidth = 'min(320px, calc(100vw - 16px))';

/** The model of an agent: one of the instance's models, or any name the user types. */
export function ModelField({ value = '', onChange, readOnly = false, ...rest }: ModelFieldProps) {
  const [isTyping, setTyping] = useState(false);
  const { data } = useQuery(queries.models());
  const groups = data === undefined ? [] : groupsOf(data);
  const choices = groups.flatMap((group) => group.choices);
  const { words, isTrouble } = noteOn(value.trim(), data);
  return (
    <div>
      <Autocomplete
        label="Model"
        description={words}
        descriptionProps={{ className: css['note'] ?? '', mod: { trouble: isTrouble } }}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={groups.map((group) => ({
          group: group.title,
          items: group.choices.map(({ name, isUsable }) => ({ value: name, label: name, disabled: !isUsable })),
        }))}
        limit={maxShown}
        comboboxProps={{ width: dropdownWidth, position: 'bottom-start' }}
        // The list itself scrolls, not a box around it: screen readers then treat it as one list.
        withScrollArea={false}
        classNames={{ options: css['options'] ?? '' }}
        filter={isTyping ? containing : all}
        onOptionSubmit={() => setTyping(false)}
        onDropdownClose={() => setTyping(false)}
        renderOption={({ option }) => {
          const { isUsable = true, note } = choices.find(({ name }) => name === option.value) ?? {};
          return (
            <div className={css['option']} data-unusable={!isUsable || undefined}>
              <div className={css['name']}>{option.value}</div>
              {note !== undefined && <div className={css['about']}>{note}</div>}
            </div>
          );
        }}
        autoComplete="off"
        spellCheck={false}
        readOnly={readOnly}
        value={value}
        onChange={(typed) => {
          setTyping(true);
          onChange?.(typed);
        }}
        {...rest}
      />
      {!readOnly && !isTrouble && value.trim() !== '' && <ModelTest key={value} model={value.trim()} />}
    </div>
  );
}

/** All models are shown until the user types. */
const all: OptionsFilter = ({ options }) => options;

/** Keeps what contains the typed text; lines that can't be chosen are shown only with the whole list. */
const containing: OptionsFilter = ({ options, search }) => {
  const typed = search.trim().toLowerCase();
  const fits = (option: ComboboxItem) => option.disabled !== true && option.value.toLowerCase().includes(typed);
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return fits(option) ? [option] : [];
    const items = option.items.filter(fits);
    return items.length === 0 ? [] : [{ ...option, items }];
  });
};
