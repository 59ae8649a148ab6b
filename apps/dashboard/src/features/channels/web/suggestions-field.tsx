import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Tip } from '../../../ui/overlays/tip.tsx';
import { Icon, type IconName } from '../../../ui/page/icons.tsx';
import css from './suggestions-field.module.css';
import { swapped } from './swapped.ts';
import type { WebForm } from './web-form.ts';
import { maxSuggestions } from './web-settings.ts';

/** Element that gets the focus once the list is drawn again. */
type Target = `text-${number}` | `up-${number}` | `down-${number}` | 'add';

const path = 'settings.suggestions';

/** First messages to choose from: add, remove, and move up or down, by buttons or Alt and an arrow key. */
export function SuggestionsField({ form, readOnly }: WebForm) {
  const { suggestions } = form.getValues().settings;
  const list = useRef<HTMLFieldSetElement>(null);
  const target = useRef<Target>(undefined);
  const [news, setNews] = useState('');
  useEffect(() => {
    const wanted = target.current;
    target.current = undefined;
    if (wanted !== undefined) focusOn(list.current, wanted);
  });
  const set = (next: string[], focus: Target) => {
    target.current = focus;
    form.setFieldValue(path, next);
  };
  const move = (index: number, by: -1 | 1, from: 'text' | 'up' | 'down') => {
    const to = index + by;
    if (to < 0 || to >= suggestions.length) return;
    set(swapped(suggestions, index, to), `${from}-${to}`);
    setNews(`Moved to place ${to + 1} of ${suggestions.length}.`);
  };
  const remove = (index: number) => {
    const next = suggestions.filter((_, place) => place !== index);
    set(next, next.length === 0 ? 'add' : `text-${Math.min(index, next.length - 1)}`);
    setNews('Removed.');
  };
  return (
    <fieldset ref={list} className={css['field']}>
      <Input.Label component="legend">Suggestions</Input.Label>
      <Input.Description>First messages that a visitor can choose. Alt with an arrow key moves one.</Input.Description>
      <ol className={css['list']}>
        {suggestions.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a suggestion is its place; the same text may be there twice.
          <li key={index} className={css['item']}>
            <TextInput
              aria-label={`Suggestion ${index + 1}`}
              data-target={`text-${index}`}
              readOnly={readOnly}
              className={css['text'] ?? ''}
              {...form.getInputProps(`${path}.${index}`)}
              onKeyDown={(event) => {
                if (!event.altKey || readOnly || !/^Arrow(Up|Down)$/.test(event.key)) return;
                event.preventDefault();
                move(index, event.key === 'ArrowUp' ? -1 : 1, 'text');
              }}
            />
            {!readOnly && (
              <div className={css['acts']}>
                <Act
                  icon="arrowUp"
                  label={`Move suggestion ${index + 1} up`}
                  target={`up-${index}`}
                  isOff={index === 0}
                  onClick={() => move(index, -1, 'up')}
                />
                <Act
                  icon="arrowDown"
                  label={`Move suggestion ${index + 1} down`}
                  target={`down-${index}`}
                  isOff={index === suggestions.length - 1}
                  onClick={() => move(index, 1, 'down')}
                />
                <Act icon="close" label={`Remove suggestion ${index + 1}`} onClick={() => remove(index)} />
              </div>
            )}
          </li>
        ))}
      </ol>
      {!readOnly && (
        <Button
          variant="default"
          leftSection={<Icon name="plus" />}
          data-target="add"
          disabled={suggestions.length >= maxSuggestions}
          onClick={() => set([...suggestions, ''], `text-${suggestions.length}`)}
        >
          {suggestions.length >= maxSuggestions ? `At most ${maxSuggestions}` : 'Add suggestion'}
        </Button>
      )}
      {readOnly && suggestions.length === 0 && <p className={css['none']}>None</p>}
      <span role="status" className={css['news']}>
        {news}
      </span>
    </fieldset>
  );
}

/** Focuses a part of the list; at the end of it, the button of the other direction. */
function focusOn(list: HTMLElement | null, target: Target): void {
  const find = (name: string) => list?.querySelector<HTMLElement>(`[data-target="${name}"]:not(:disabled)`);
  const other = target.startsWith('up') ? target.replace('up', 'down') : target.replace('down', 'up');
  (find(target) ?? find(other))?.focus();
}

function Act(props: { icon: IconName; label: string; target?: Target; isOff?: boolean; onClick: () => void }) {
  const { icon, label, target, isOff = false, onClick } = props;
  return (
    <Tip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={label}
        data-target={target}
        disabled={isOff}
        onClick={onClick}
      >
        <Icon name={icon} />
      </ActionIcon>
    </Tip>
  );
}
