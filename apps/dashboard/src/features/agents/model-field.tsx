import { Autocomplete, type OptionsFilter } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import css from './model-field.module.css';
import { choicesOf, noteOn } from './models.ts';

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
  const choices = data === undefined ? [] : choicesOf(data);
  const { words, isTrouble } = noteOn(value.trim(), data);
  return (
    <Autocomplete
      label="Model"
      description={words}
      descriptionProps={{ className: css['note'] ?? '', mod: { trouble: isTrouble } }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={choices.map(({ name }) => name)}
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
  );
}

/** All models are shown until the user types. */
const all: OptionsFilter = ({ options }) => options;

const containing: OptionsFilter = ({ options, search }) => {
  const typed = search.trim().toLowerCase();
  return options.filter((option) => 'value' in option && option.value.toLowerCase().includes(typed));
};
