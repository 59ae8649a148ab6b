import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { daysOf, longestRange, type Period, rangeProblem, todayInUtc } from './period.ts';
import css from './range-choice.module.css';

interface RangeFormProps {
  readonly period: Period;
  readonly onChoose: (period: Period) => void;
}

/** The first and the last day of a range; begins with the days that are shown. */
export function RangeForm({ period, onChoose }: RangeFormProps) {
  const today = todayInUtc();
  const [days, setDays] = useState(() => daysOf(period, today));
  const [isTried, setTried] = useState(false);
  const { from, to } = days;
  const problem = rangeProblem(from, to, today);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem === undefined) onChoose({ from, to });
  };
  const described = { 'aria-describedby': 'range-problem', 'aria-invalid': isTried && problem !== undefined };
  return (
    <form onSubmit={submit} noValidate aria-label="Days shown">
      <Stack gap="sm">
        <TextInput
          type="date"
          label="First day"
          max={to || today}
          value={from}
          onChange={(event) => setDays({ ...days, from: event.currentTarget.value })}
          {...described}
        />
        <TextInput
          type="date"
          label="Last day"
          min={from}
          max={today}
          value={to}
          onChange={(event) => setDays({ ...days, to: event.currentTarget.value })}
          {...described}
        />
        <div id="range-problem" role="status">
          {isTried && problem !== undefined ? (
            <p className={css['problem']}>{problem}</p>
          ) : (
            <p className={css['hint']}>Days in UTC, at most {longestRange}.</p>
          )}
        </div>
        <Button type="submit" size="sm">
          Show
        </Button>
      </Stack>
    </form>
  );
}
