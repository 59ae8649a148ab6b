import { Checkbox, type CheckboxGroupProps } from '@mantine/core';
import type { Scope } from '@parley/sdk';
import { scopes } from './scopes.ts';
import css from './scopes-field.module.css';

type ScopesFieldProps = Omit<CheckboxGroupProps, 'label' | 'children' | 'value'> & {
  readonly value: readonly Scope[];
  /** The scopes that can be chosen; the others are shown as disabled. */
  readonly allowed: readonly Scope[];
  /** Says why a scope can't be chosen. */
  readonly otherwise?: string;
};

/** The scopes of a key, with what each allows. */
export function ScopesField({
  value,
  allowed,
  otherwise = 'Your role does not allow it.',
  ...props
}: ScopesFieldProps) {
  return (
    <Checkbox.Group label="Scopes" {...props} value={[...value]}>
      <div className={css['scopes']}>
        {scopes.map(({ scope, allows }) => {
          const isAllowed = allowed.includes(scope);
          return (
            <Checkbox
              key={scope}
              value={scope}
              disabled={!isAllowed}
              label={<code>{scope}</code>}
              description={isAllowed ? allows : `${allows}. ${otherwise}`}
            />
          );
        })}
      </div>
    </Checkbox.Group>
  );
}
