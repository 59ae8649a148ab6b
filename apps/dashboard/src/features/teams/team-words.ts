import type { Team } from '@parley/sdk';

/** The ways in which a team shares conversations. */
export const assignments: readonly { readonly value: Team['assignment']; readonly label: string; about: string }[] = [
  {
    value: 'round_robin',
    label: 'By turns',
    about: 'Each conversation goes to the member whose last one is longest ago.',
  },
  {
    value: 'least_busy',
    label: 'Least busy',
    about: 'Each conversation goes to the member with the fewest under way.',
  },
  { value: 'manual', label: 'By hand', about: 'Conversations wait until a member takes them.' },
];

/** The name of a way. */
export const assignmentLabel = (assignment: Team['assignment']): string =>
  assignments.find(({ value }) => value === assignment)?.label ?? assignment;

/** The times to choose from, in s. */
const times = [60, 120, 300, 600, 900, 1_800, 3_600, 14_400, 86_400];

/** A time in s in its largest whole unit: `5 minutes`. */
export function timeWords(seconds: number): string {
  const [amount, unit] = [
    ...([
      [seconds / 86_400, 'day'],
      [seconds / 3_600, 'hour'],
      [seconds / 60, 'minute'],
    ] as const),
    [seconds, 'second'] as const,
  ].find(([each]) => Number.isInteger(each)) ?? [seconds, 'second'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

/** The choices for the time in which a member should answer, with the stored one among them. Empty means never. */
export function answerTimes(current: number | null): { value: string; label: string }[] {
  const all = current === null || times.includes(current) ? times : [...times, current].sort((a, b) => a - b);
  return [
    { value: '', label: 'Never' },
    ...all.map((seconds) => ({ value: String(seconds), label: `After ${timeWords(seconds)}` })),
  ];
}
