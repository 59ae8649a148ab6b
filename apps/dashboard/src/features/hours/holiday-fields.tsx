import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { autoDirection } from '../../ui/forms/auto-direction.ts';
import { Icon } from '../../ui/page/icons.tsx';
import css from './hours.module.css';
import type { Holiday } from './hours-values.ts';
import { PeriodFields } from './period-fields.tsx';

/** Max holidays of a workspace. */
const maxHolidays = 200;

interface HolidayFieldsProps {
  readonly holidays: readonly Holiday[];
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (holidays: Holiday[]) => void;
}

/** Dates on which other hours hold than on their weekday. */
export function HolidayFields({ holidays, errorAt, onChange }: HolidayFieldsProps) {
  return (
    <>
      {holidays.length > 0 && (
        <ul className={css['week']} aria-label="Holidays">
          {holidays.map((holiday, at) => (
            <HolidayRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a new holiday has no date yet.
              key={at}
              at={at}
              holiday={holiday}
              errorAt={(path) => errorAt(`holidays.${at}.${path}`)}
              onChange={(changed) => onChange(holidays.map((each, place) => (place === at ? changed : each)))}
              onRemove={() => onChange(holidays.filter((_, place) => place !== at))}
            />
          ))}
        </ul>
      )}
      {holidays.length < maxHolidays && (
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => onChange([...holidays, { date: '', name: '', periods: [] }])}
        >
          Add holiday
        </Button>
      )}
    </>
  );
}

interface HolidayRowProps {
  readonly at: number;
  readonly holiday: Holiday;
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (holiday: Holiday) => void;
  readonly onRemove: () => void;
}

function HolidayRow({ at, holiday, errorAt, onChange, onRemove }: HolidayRowProps) {
  const { date, name, periods } = holiday;
  const title = name.trim() || `Holiday ${at + 1}`;
  const wrong = errorAt('date');
  const id = `holiday-${at}`;
  return (
    <li className={css['holiday']}>
      <TextInput
        aria-label={`Date of ${title}`}
        type="date"
        className={css['date'] ?? ''}
        value={date}
        error={wrong !== undefined}
        {...(wrong !== undefined && { 'aria-describedby': id })}
        onChange={({ currentTarget }) => onChange({ ...holiday, date: currentTarget.value })}
      />
      <TextInput
        aria-label={`Name of ${title}`}
        placeholder="Name"
        attributes={autoDirection}
        maxLength={100}
        className={css['holidayName'] ?? ''}
        value={name}
        onChange={({ currentTarget }) => onChange({ ...holiday, name: currentTarget.value })}
      />
      <PeriodFields
        of={title}
        periods={periods}
        errorAt={(path) => errorAt(`periods.${path}`)}
        onChange={(changed) => onChange({ ...holiday, periods: changed })}
      />
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={`Remove ${title} as a whole`} onClick={onRemove}>
        <Icon name="trash" />
      </ActionIcon>
      {wrong !== undefined && (
        <Input.Error id={id} className={css['error'] ?? ''}>
          {wrong}
        </Input.Error>
      )}
    </li>
  );
}
