import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../../ui/page/icons.tsx';
import type { AgentValues } from '../agent-form.tsx';
import css from '../new-page.module.css';
import { templates } from './templates.ts';

type Pick = (values: Partial<AgentValues>, last: Partial<AgentValues>) => void;

/** Offers the templates of a new agent. `onPick` gets the values of the picked one, and those of the one before. */
export function TemplateChoice({ onPick }: { onPick: Pick }) {
  const [picked, setPicked] = useState('blank');
  const choices = [
    { id: 'blank', title: 'Blank', about: 'Start with an empty prompt.', values: {} as Partial<AgentValues> },
    ...templates,
  ];
  return (
    <fieldset className={css['templates']}>
      <legend className={css['legend']}>Template</legend>
      {choices.map(({ id, title, about, values }) => (
        <UnstyledButton
          key={id}
          className={css['template']}
          aria-pressed={picked === id}
          onClick={() => {
            setPicked(id);
            onPick(values, choices.find((choice) => choice.id === picked)?.values ?? {});
          }}
        >
          <span className={css['title']}>
            {title}
            {picked === id && <Icon name="check" />}
          </span>
          <span className={css['about']}>{about}</span>
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
