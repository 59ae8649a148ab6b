import { Checkbox, Input, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { SearchFilter } from '../../../ui/lists/typed-filter.tsx';
import { eventWords } from '../../events/event-words.ts';
import { findTypes, isChosen, stateOfThing, toggleThing, toggleType } from './chosen-types.ts';
import css from './fields.module.css';

interface TypesFieldProps {
  readonly value: readonly string[];
  readonly onChange: (types: string[]) => void;
  readonly error?: React.ReactNode;
}

const all = ['*'];

/** Chooses the events of a webhook: all, groups, or single types. */
export function TypesField({ value, onChange, error }: TypesFieldProps) {
  const isAll = value.includes('*');
  return (
    <div>
      <Radio.Group
        label="Events"
        value={isAll ? 'all' : 'some'}
        onChange={(next) => onChange(next === 'all' ? all : [])}
      >
        <Stack gap={8} mt={4}>
          <Radio value="all" label="All events, also those of later versions" />
          <Radio value="some" label="Chosen events" />
        </Stack>
      </Radio.Group>
      {!isAll && <Types value={value} onChange={onChange} />}
      {error !== undefined && error !== null && (
        <Input.Error mt={6} role="alert">
          {error}
        </Input.Error>
      )}
    </div>
  );
}

function Types({ value, onChange }: Omit<TypesFieldProps, 'error'>) {
  const [search, setSearch] = useState<string>();
  const found = findTypes(search ?? '');
  return (
    <div className={css['types']}>
      <SearchFilter label="Search events" placeholder="Search events" value={search} onChange={setSearch} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1). */}
      <section className={css['list']} aria-label="Types of events" tabIndex={0}>
        {found.length === 0 && <p className={css['none']}>No event matches.</p>}
        {found.map(([thing, types]) => {
          const state = stateOfThing(value, thing);
          return (
            <fieldset key={thing} className={css['thing']}>
              <legend className={css['unseen']}>{thing}</legend>
              <Checkbox
                label={<code>{thing}.*</code>}
                aria-label={`All events of ${thing}`}
                checked={state === 'all'}
                indeterminate={state === 'some'}
                onChange={() => onChange(toggleThing(value, thing))}
              />
              <div className={css['single']}>
                {types.map((type) => (
                  <Checkbox
                    key={type}
                    size="xs"
                    label={<code>{type}</code>}
                    description={eventWords[type]?.did}
                    checked={isChosen(value, type)}
                    onChange={() => onChange(toggleType(value, type))}
                  />
                ))}
              </div>
            </fieldset>
          );
        })}
      </section>
    </div>
  );
}
