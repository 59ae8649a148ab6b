import type { ConversationStatistics } from '@parley/sdk';
import { CardFigure, chartHeight, FigureCard } from '../../../ui/charts/figure-card.tsx';
import { FeedbackChart, TalkChart } from '../../home/activity/activity-charts.tsx';
import { duringWords, eachOf, type Period } from '../../home/activity/period.ts';
import { isNothing, said } from '../../home/activity/totals.ts';
import css from './activity-tab.module.css';

interface FiguresProps {
  /** Undefined while they load. */
  statistics: ConversationStatistics | undefined;
  period: Period;
}

/** Volume, failures and feedback of an agent, with charts by day. */
export function Figures({ statistics, period }: FiguresProps) {
  const { total } = statistics ?? {};
  const messages = total && said(total);
  const isQuiet = total !== undefined && isNothing(total);
  const isUnrated = total !== undefined && total.feedback.positive + total.feedback.negative === 0;
  const isLoading = statistics === undefined;
  const during = duringWords(period);
  const chart = statistics && { statistics, each: eachOf(period, statistics.interval), height: chartHeight };
  return (
    <div className={css['cards']}>
      <FigureCard
        label="Conversations"
        figures={
          <>
            <Count label="Conversations" value={total?.conversations} />
            <Count label="Messages" value={messages} />
            <Count label="Failed replies" value={total?.failed} isBad={(total?.failed ?? 0) > 0} />
          </>
        }
        isLoading={isLoading}
        nothing={isQuiet && `No conversations ${during}.`}
      >
        {chart && <TalkChart {...chart} />}
      </FigureCard>
      <FigureCard
        label="Feedback"
        figures={
          <>
            <Count label="Good replies" value={total?.feedback.positive} />
            <Count label="Bad replies" value={total?.feedback.negative} />
            <CardFigure label="Satisfaction" value={total && satisfactionText(total)} />
          </>
        }
        isLoading={isLoading}
        nothing={isUnrated && `No reply was rated ${during}.`}
      >
        {chart && <FeedbackChart {...chart} />}
      </FigureCard>
    </div>
  );
}

/** The satisfaction of visitors, and the number of answers. */
const satisfactionText = ({ satisfaction: { average, answered } }: ConversationStatistics['total']) =>
  average === null ? '–' : `${average} of 5 (${answered.toLocaleString('en')})`;

function Count({ value, ...rest }: { label: string; value: number | undefined; isBad?: boolean }) {
  return <CardFigure {...rest} value={value?.toLocaleString('en')} />;
}
