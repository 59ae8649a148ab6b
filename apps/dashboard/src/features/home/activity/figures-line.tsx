import type { ConversationStatistics } from '@parley/sdk';
import { Sparkline } from '../../../ui/charts/sparkline.tsx';
import { Fact } from './fact.tsx';
import { facts } from './facts.ts';
import css from './figures-line.module.css';
import type { Period } from './period.ts';

/** The figures of a period in one line: each with its change, and its course over the days. */
export function FiguresLine(props: { statistics: ConversationStatistics | undefined; period: Period }) {
  const { statistics, period } = props;
  return (
    <section className={css['line']} aria-label="Figures">
      {facts.line.map((fact) => (
        <div key={fact.label} className={css['figure']}>
          <Fact fact={fact} statistics={statistics} period={period}>
            <div className={css['course']}>{statistics && <Sparkline values={statistics.days.map(fact.read)} />}</div>
          </Fact>
        </div>
      ))}
    </section>
  );
}
