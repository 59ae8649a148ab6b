import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from '../../schemas/examples.ts';
import { mostlyNull, orNull, textLike, timeOrNull } from '../../schemas/fields.ts';

/** Max periods of a day, and max holidays. */
const maxPeriods = 10;
const maxHolidays = 200;

const listed = (period: string) => ({
  description: `Periods in which it is open, up to ${maxPeriods}, which don't overlap: ${period}, \`24:00\` for midnight; empty if closed.`,
  examples: [[{ from: '09:00', to: '12:30' }]],
});

const time = (description: string, example: string) => Type.String({ description, examples: [example] });

const Periods = Type.Array(
  Type.Object(
    { from: time('Time at which it opens.', '09:00'), to: time('Time at which it closes.', '12:30') },
    { title: 'OpeningPeriod' },
  ),
  listed('`from` and `to` as `HH:MM`'),
);

const timeDraft = (description: string, example: string) =>
  Type.String({
    ...{ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$', maxLength: 5, description, examples: [example] },
    'x-message': 'must be a time such as 09:00, up to 24:00',
  });

/** With two properties at most, it has no others. Python's client sends an object so deep inside of others as it is. */
const PeriodDrafts = Type.Array(
  Type.Object(
    { from: timeDraft('Time at which it opens.', '09:00'), to: timeDraft('Time at which it closes.', '12:30') },
    { additionalProperties: true, maxProperties: 2, examples: [{ from: '09:00', to: '12:30' }] },
  ),
  { maxItems: maxPeriods, ...listed('`{"from": "09:00", "to": "12:30"}`') },
);

const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const week = <Day>(day: Day) =>
  Object.fromEntries(names.map((name) => [name, day])) as Record<(typeof names)[number], Day>;

const dayExamples = { monday: [{ from: '09:00', to: '12:30' }], saturday: [] };

const Name = Type.String({
  maxLength: 100,
  description: 'Name of the holiday, up to 100 characters.',
  examples: ['Christmas'],
});

const HolidayDate = Type.String({
  ...{ pattern: '^[12]\\d{3}-\\d{2}-\\d{2}$', maxLength: 10, examples: ['2026-12-25'] },
  description: 'Its date in the time zone: `YYYY-MM-DD`.',
  'x-message': 'must be a date such as 2026-12-25',
});

const TimeZone = Type.String({
  ...{ minLength: 1, maxLength: 60, examples: ['Europe/Berlin'] },
  description: 'Time zone of all times, by its name in the IANA database.',
});

const Days = Type.Object(week(Periods), {
  additionalProperties: false,
  title: 'OpeningDays',
  description: 'The periods of each weekday.',
});

/** The working hours of a workspace as the API returns them. */
export const WorkingHours = Type.Object(
  {
    workspace: Type.String({ description: 'Identifier of the workspace.', examples: [ids.workspace] }),
    timeZone: orNull(textLike('Europe/Berlin'), 'Time zone of all times; null without hours: then it is always open.'),
    days: orNull(Days, 'The periods of each weekday, in their order; null without hours.'),
    holidays: Type.Array(Type.Object({ date: HolidayDate, name: Name, periods: Periods }, { title: 'Holiday' }), {
      description: 'Dates with periods of their own, in their order.',
      examples: [[{ date: '2026-12-25', name: 'Christmas', periods: [] }]],
    }),
    open: Type.Boolean({ description: 'True if it is open now.', examples: [true] }),
    opensAt: mostlyNull(
      Type.String({ format: 'date-time', examples: [times.later] }),
      'Time of the next opening: ISO 8601 UTC with milliseconds; null while it is open, or if it opens at no time within 400 days.',
    ),
    updatedAt: timeOrNull('Time at which the hours were last set', 'null without hours', times.updated),
  },
  { title: 'WorkingHours' },
);
export type WorkingHours = Static<typeof WorkingHours>;

/** The body that sets the hours as a whole. */
export const WorkingHoursDraft = Type.Object(
  {
    timeZone: TimeZone,
    days: Type.Object(week(Type.Optional(PeriodDrafts)), {
      additionalProperties: false,
      title: 'OpeningDaysDraft',
      description: 'The periods of each weekday; closed on a day that is left out.',
      examples: [dayExamples],
    }),
    holidays: Type.Optional(
      Type.Array(
        Type.Object(
          { date: HolidayDate, name: Type.Optional(Name), periods: Type.Optional(PeriodDrafts) },
          { additionalProperties: false, title: 'HolidayDraft' },
        ),
        {
          maxItems: maxHolidays,
          description: `Dates with periods of their own, up to ${maxHolidays}; closed without periods. None unless set.`,
          examples: [[{ date: '2026-12-25', name: 'Christmas' }]],
        },
      ),
    ),
  },
  { additionalProperties: false, title: 'WorkingHoursDraft' },
);
export type WorkingHoursDraft = Static<typeof WorkingHoursDraft>;

/** The path of the hours of a workspace. */
export const HoursPath = Type.Object({
  id: Type.String({ description: 'Workspace identifier.', examples: [ids.workspace] }),
});
