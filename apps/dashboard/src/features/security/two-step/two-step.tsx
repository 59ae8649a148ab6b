import type { SecondFactor } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';
import { TableSkeleton } from '../../../ui/lists/skeletons.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { App } from './app.tsx';
import { Codes } from './codes.tsx';
import { countOf, namesOf } from './factors.ts';
import { Passkeys } from './passkeys.tsx';
import css from './two-step.module.css';

/** The second steps of the user: their authenticator app, their passkeys and their recovery codes. */
export function TwoStep() {
  const { data, error, refetch } = useQuery(queries.secondFactor());
  if (error !== null) return <ProblemNotice error={error} retry={() => void refetch()} />;
  if (data === undefined) return <TableSkeleton rows={2} />;
  return (
    <div className={css['card']}>
      <Required factors={data} />
      <App factors={data} />
      <Passkeys factors={data} />
      {countOf(data) > 0 && <Codes factors={data} />}
    </div>
  );
}

function Required({ factors }: { factors: SecondFactor }) {
  if (factors.requiredBy.length === 0) return null;
  const isMissing = countOf(factors) === 0;
  return (
    <div className={css['required']} data-missing={isMissing || undefined}>
      <Icon name={isMissing ? 'warning' : 'lock'} />
      <span>
        {namesOf(factors.requiredBy)} two-step sign-in.
        {isMissing && ' Set up an app or a passkey to get in.'}
      </span>
    </div>
  );
}
