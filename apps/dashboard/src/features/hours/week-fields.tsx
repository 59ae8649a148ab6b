import { ActionIcon } from '@mantine/core';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { Icon } from '../../ui/page/icons.tsx';
import css from './hours.module.css';
import { dayName, type HoursValues, type Weekday, weekdays } from './hours-values.ts';
import { PeriodFields } from './period-fields.tsx';

interface WeekFieldsProps {
  readonly days: HoursValues['days'];
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (days: HoursValues['days']) => void;
}

/** The weekdays with their periods; one can be copied to others. */
export function WeekFields({ days, errorAt, onChange }: WeekFieldsProps) {
  const copy = (from: Weekday, to: readonly Weekday[]) =>
    onChange({ ...days, ...Object.fromEntries(to.map((day) => [day, days[from].map((period) => ({ ...period }))])) });
  return (
    <ul className={css['week']} aria-label="Days">
      {weekdays.map((day) => (
        <li key={day} className={css['day']}>
          <span className={css['dayName']}>{dayName(day)}</span>
          <PeriodFields
            of={dayName(day)}
            periods={days[day]}
            errorAt={(path) => errorAt(`days.${day}.${path}`)}
            onChange={(periods) => onChange({ ...days, [day]: periods })}
          />
          <CopyMenu day={day} onCopy={(to) => copy(day, to)} />
        </li>
      ))}
    </ul>
  );
}

function CopyMenu({ day, onCopy }: { day: Weekday; onCopy: (to: readonly Weekday[]) => void }) {
  const others = weekdays.filter((each) => each !== day);
  return (
    <ActionMenu
      width={220}
      entries={[
        { heading: `Copy ${dayName(day)} to` },
        { label: 'Monday to Friday', onClick: () => onCopy(weekdays.slice(0, 5)) },
        { label: 'All days', onClick: () => onCopy(weekdays) },
        'divider',
        ...others.map((each) => ({ label: dayName(each), onClick: () => onCopy([each]) })),
      ]}
    >
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={`Copy ${dayName(day)} to other days`}
        title="Copy to other days"
      >
        <Icon name="copy" />
      </ActionIcon>
    </ActionMenu>
  );
}
