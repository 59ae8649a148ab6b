import { Button, Input } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { queries } from '../../../api/queries.ts';
import { OrderActions } from '../../../ui/lists/order-actions.tsx';
import { Autocomplete } from '../../../ui/overlays/autocomplete.tsx';
import css from './fallback-models.module.css';
import { maxFallbacks, namesIn, swapped, textOf } from './fallbacks.ts';

interface FallbackModelsProps {
  /** One name a line. */
  value?: string;
  onChange?: (value: string) => void;
  error?: React.ReactNode;
  readOnly?: boolean;
}

/** The models that answer if an agent's own fails, in their order. */
export function FallbackModels({ value = '', onChange, error, readOnly = false }: FallbackModelsProps) {
  const label = useId();
  const names = namesIn(value);
  const set = (changed: readonly string[]) => onChange?.(textOf(changed));
  return (
    <Input.Wrapper
      label="Fallback models"
      labelElement="div"
      labelProps={{ id: label }}
      description={names.length === 0 ? 'None: if the model fails, so does the reply.' : 'Answer if the model fails.'}
      error={error}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      {names.length > 0 && (
        <ol className={css['list']} aria-labelledby={label}>
          {names.map((name, index) => (
            <li key={name} className={css['row']}>
              <span className={css['name']}>{name}</span>
              {!readOnly && (
                <OrderActions
                  {...{ name, at: index, count: names.length, removal: 'Remove' }}
                  onMove={(by) => set(swapped(names, index, index + by))}
                  onRemove={() => set(names.filter((each) => each !== name))}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {!readOnly && names.length < maxFallbacks && <NewFallback names={names} add={(name) => set([...names, name])} />}
    </Input.Wrapper>
  );
}

/** Adds a model: one of the list, or any name. */
function NewFallback({ names, add }: { names: readonly string[]; add: (name: string) => void }) {
  const [typed, setTyped] = useState('');
  const { data } = useQuery(queries.models());
  const name = typed.trim();
  const isNew = name !== '' && !names.includes(name);
  const submit = () => {
    if (!isNew) return;
    add(name);
    setTyped('');
  };
  return (
    <div className={css['row']}>
      <Autocomplete
        className={css['name'] ?? ''}
        aria-label="Add a fallback"
        placeholder="provider/name"
        data={(data?.items ?? []).map(({ _id }) => _id).filter((each) => !names.includes(each))}
        limit={20}
        spellCheck={false}
        value={typed}
        onChange={setTyped}
        onKeyDown={(event: React.KeyboardEvent) => {
          if (event.key !== 'Enter') return;
          // The form would be saved.
          event.preventDefault();
          submit();
        }}
      />
      <Button variant="default" disabled={!isNew} onClick={submit}>
        Add
      </Button>
    </div>
  );
}
