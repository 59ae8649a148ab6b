import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { ConversationStatistics } from '@parley/sdk';
import type { ReactNode } from 'react';
import { CardFigure } from '../../../ui/charts/figure-card.tsx';
import css from './activity.module.css';
import { changeIn } from './change.ts';
import type { FactProps } from './facts.ts';
import { beforeWords, type Period } from './period.ts';
import { isNothing } from './totals.ts';

/** A number with its thousands; from a million on, short. */
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const countText = (value: number) => (value < 1_000_000 ? value.toLocaleString('en') : short.format(value));

interface ShownFact {
  fact: FactProps;
  /** Undefined while they load. */
  statistics: ConversationStatistics | undefined;
  period: Period;
  children?: ReactNode;
}

/** A figure of a period, beside its change from the period before. The children stand below. */
export function Fact({ fact, statistics, period, children }: ShownFact) {
  const { label, read, text = countText, isBad = false } = fact;
  const now = statistics && read(statistics.total);
  // If nothing at all was before, a figure says nothing of it.
  const before = statistics && (isNothing(statistics.previous) ? null : (read(statistics.previous) ?? 0));
  const below = (
    <>
      <div className={css['change']}>
        {now === undefined || before === undefined ? (
          <Skeleton height={12} width={56} mt={3} />
        ) : (
          now !== null && before !== null && <Change now={now} before={before} isBad={isBad} period={period} />
        )}
      </div>
      {children}
    </>
  );
  const shown = now === null ? '–' : now === undefined ? undefined : text(now);
  return <CardFigure label={label} value={shown} below={below} />;
}

/** Shows the change of a figure. It has a colour if more is worse. */
function Change(props: { now: number; before: number; isBad: boolean; period: Period }) {
  const { now, before, isBad, period } = props;
  const tone = isBad && before > 0 && now !== before ? (now > before ? 'bad' : 'good') : undefined;
  return (
    <span data-tone={tone}>
      {changeIn(now, before)}
      {before > 0 && now !== before && <VisuallyHidden> to the {beforeWords(period)}</VisuallyHidden>}
    </span>
  );
}
