import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { WorkingHours } from '@parley/sdk';
import { useMemo } from 'react';
import { callApi } from '../../api/client.ts';
import { deskQueries } from '../../api/queries/desk-queries.ts';
import { queryClient } from '../../api/queries.ts';
import { SaveBar } from '../../ui/forms/save-bar.tsx';
import { usePathErrors } from '../../ui/forms/use-path-errors.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Select } from '../../ui/overlays/select.tsx';
import { Section } from '../../ui/page/page.tsx';
import { useLeaveGuard } from '../agents/use-leave-guard.ts';
import { HolidayFields } from './holiday-fields.tsx';
import { bodyOf, browserZone, type HoursValues, problemsOf, valuesOf } from './hours-values.ts';
import { WeekFields } from './week-fields.tsx';

/** Max time zones that the list shows at once; typing finds the others. */
const maxZones = 60;

/** The week, the holidays and the time zone. `onCancel` leaves a form of hours that were never saved. */
export function HoursForm({ hours, onCancel }: { hours: WorkingHours; onCancel: () => void }) {
  const isNew = hours.timeZone === null;
  const paths = usePathErrors();
  const form = useForm<HoursValues>({ initialValues: valuesOf(hours, browserZone()), validate: problemsOf });
  const submission = useSubmit(
    form,
    (values) => paths.catching(callApi((client) => client.workspaces.hours.set(hours.workspace, bodyOf(values)))),
    (saved) => {
      const values = valuesOf(saved, browserZone());
      form.setInitialValues(values);
      form.setValues(values);
      queryClient.setQueryData(deskQueries.hours(hours.workspace).queryKey, saved);
    },
  );
  const isDirty = isNew || form.isDirty();
  useLeaveGuard(isDirty);
  const zones = useMemo(
    () => [...new Set([browserZone(), form.values.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])],
    [form.values.timeZone],
  );
  const errorAt = (path: string) => paths.at(path) ?? (form.errors[path] as string | undefined);
  const change = (changed: Partial<HoursValues>) => {
    paths.clear();
    form.clearErrors();
    form.setValues(changed);
  };
  const { timeZone, days, holidays } = form.values;
  const shownErrors = Object.keys(paths.all).length > 0 ? paths.all : form.errors;
  return (
    <form onSubmit={submission.submit} noValidate aria-label="Working hours">
      <Stack gap="md">
        <Select
          label="Time zone"
          searchable
          allowDeselect={false}
          limit={maxZones}
          nothingFoundMessage="No time zone has this name."
          data={zones}
          maw={360}
          value={timeZone}
          error={errorAt('timeZone')}
          onChange={(zone) => zone !== null && change({ timeZone: zone })}
        />
        <WeekFields days={days} errorAt={errorAt} onChange={(changed) => change({ days: changed })} />
      </Stack>
      <Section title="Holidays" lead="Closed all day, unless they have hours of their own.">
        <HolidayFields holidays={holidays} errorAt={errorAt} onChange={(changed) => change({ holidays: changed })} />
      </Section>
      <SaveBar
        isDirty={isDirty}
        submission={submission}
        errors={shownErrors}
        undo={() => {
          paths.clear();
          form.reset();
          if (isNew) onCancel();
        }}
      />
    </form>
  );
}
