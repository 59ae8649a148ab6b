import { Icon } from './icons.tsx';
import css from './outcome.module.css';

interface Failure {
  readonly message: string;
  readonly hint: string | null;
  readonly providerMessage: string | null;
}

/** The outcome of a test, in place: what worked, or why not, in the provider's own words, and what to do. */
export function Outcome({ words, failure }: { words: string; failure: Failure | null }) {
  return (
    <div role="status" className={css['result']} data-failed={failure !== null || undefined}>
      <Icon name={failure === null ? 'check' : 'warning'} />
      <div className={css['words']}>
        {failure === null ? words : failure.message}
        {failure?.providerMessage != null && <q className={css['quote']}>{failure.providerMessage}</q>}
        {failure?.hint != null && <div className={css['hint']}>{failure.hint}</div>}
      </div>
    </div>
  );
}
