import type { Message } from '@parley/sdk';
import { Suspense } from 'react';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { Icon } from '../../../ui/page/icons.tsx';
import { type CallView, callsOf } from '../calls.ts';
import disclosure from './disclosure.module.css';
import { duration } from './message-words.ts';
import css from './tool-calls.module.css';

const DecideHere = lazyNamed(() => import('../../approvals/decide-here.tsx').then((module) => module.DecideHere));

/** The tools that a reply has called, each with its arguments and its result. */
export function ToolCalls({ message }: { message: Message }) {
  return (
    <ul className={css['calls']} aria-label="Tool calls">
      {callsOf(message).map((call) => (
        <li key={call.callId}>
          <ToolCall call={call} />
          <Suspense>{call.asked !== undefined && <DecideHere key={call.asked} id={call.asked} />}</Suspense>
        </li>
      ))}
    </ul>
  );
}

const tones: Readonly<Partial<Record<CallView['state'], string>>> = {
  ...{ 'waiting for approval': 'waits', 'waiting for your code': 'waits' },
  ...{ failed: 'failed', denied: 'failed', expired: 'failed', 'outcome unknown': 'failed' },
};

function ToolCall({ call: { name, given, state, result, latencyMs } }: { call: CallView }) {
  return (
    <details className={css['call']}>
      <summary className={disclosure['summary']}>
        <Icon name="chevronRight" size={12} />
        <span className={css['name']}>{name}</span>
        <span className={css['state']} data-tone={tones[state]}>
          {state}
        </span>
        {latencyMs !== undefined && <span className={css['state']}>{duration(latencyMs)}</span>}
      </summary>
      <dl className={css['facts']}>
        <dt>Arguments</dt>
        <dd>
          <pre>{given}</pre>
        </dd>
        {result !== undefined && (
          <>
            <dt>{state === 'completed' ? 'Result' : 'What the model read'}</dt>
            <dd>
              <pre>{result}</pre>
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}
