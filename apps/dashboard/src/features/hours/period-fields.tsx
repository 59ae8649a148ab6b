import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { useId } from 'react';
import { Icon } from '../../ui/page/icons.tsx';
import css from './hours.module.css';
import { nextPeriod, type Period, readTime } from './hours-values.ts';

/** Max periods of a day. */
const maxPeriods = 10;

interface PeriodFieldsProps {
  /** Names the day for screen readers. */
  readonly of: string;
  readonly periods: readonly Period[];
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (periods: Period[]) => void;
}

/** The periods of a day, each with a start and an end. */
export function PeriodFields({ of, periods, errorAt, onChange }: PeriodFieldsProps) {
  return (
    <div className={css['periods']}>
      {periods.length === 0 && <span className={css['closed']}>Closed</span>}
      {periods.map((period, at) => (
        <PeriodField
          // biome-ignore lint/suspicious/noArrayIndexKey: a period has no other identity.
          key={at}
          of={periods.length === 1 ? of : `${of}, period ${at + 1}`}
          period={period}
          errorAt={(end) => errorAt(end === undefined ? `${at}` : `${at}.${end}`)}
          onChange={(changed) => onChange(periods.map((each, place) => (place === at ? changed : each)))}
          onRemove={() => onChange(periods.filter((_, place) => place !== at))}
        />
      ))}
      {periods.length < maxPeriods && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={css['add'] ?? ''}
          leftSection={<Icon name="plus" size={14} />}
          aria-label={`Add hours: ${of}`}
          onClick={() => onChange([...periods, nextPeriod(periods)])}
        >
          Add hours
        </Button>
      )}
    </div>
  );
}

interface PeriodFieldProps {
  readonly of: string;
  readonly period: Period;
  readonly errorAt: (end?: 'from' | 'to') => string | undefined;
  readonly onChange: (period: Period) => void;
  readonly onRemove: () => void;
}

function PeriodField({ of, period, errorAt, onChange, onRemove }: PeriodFieldProps) {
  const id = useId();
  const whole = errorAt();
  const message = errorAt('from') ?? errorAt('to') ?? whole;
  const end = (name: 'from' | 'to', label: string) => (
    <TextInput
      className={css['time'] ?? ''}
      aria-label={`${of}: ${label}`}
      inputMode="numeric"
      placeholder={name === 'from' ? '09:00' : '17:00'}
      maxLength={5}
      value={period[name]}
      error={errorAt(name) !== undefined || whole !== undefined}
      {...(message !== undefined && { 'aria-describedby': id })}
      onChange={({ currentTarget }) => onChange({ ...period, [name]: currentTarget.value })}
      onBlur={() => {
        const read = readTime(period[name]);
        if (read !== period[name]) onChange({ ...period, [name]: read });
      }}
    />
  );
  return (
    <div className={css['period']}>
      {end('from', 'opens at')}
      <span aria-hidden="true">–</span>
      {end('to', 'closes at')}
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={`Remove ${of}`} onClick={onRemove}>
        <Icon name="close" size={14} />
      </ActionIcon>
      {message !== undefined && (
        <Input.Error id={id} className={css['error'] ?? ''}>
          {message}
        </Input.Error>
      )}
    </div>
  );
}
