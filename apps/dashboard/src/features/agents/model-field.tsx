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

/** The most models that are shown at once; typing finds the others. */
const maxShown = 50;

/** Room for a model's name and what there is to know of it, in pixels. */
const dropdownWidth = 320;

/** The model of an agent: one of the instance's, or whatever name is typed. */
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
      // The list itself scrolls: to screen readers that is a list's own affair, and a box around it would not be.
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

/** Whatever stands in the field, the models are all in sight until somebody types. */
const all: OptionsFilter = ({ options }) => options;

const containing: OptionsFilter = ({ options, search }) => {
  const typed = search.trim().toLowerCase();
  return options.filter((option) => 'value' in option && option.value.toLowerCase().includes(typed));
};
