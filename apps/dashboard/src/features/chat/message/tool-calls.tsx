import type { Message } from '@parley/sdk';
import { Icon } from '../../../ui/page/icons.tsx';
import { type CallView, callsOf } from '../calls.ts';
import disclosure from './disclosure.module.css';
import css from './tool-calls.module.css';

/** The tools that a reply has called, each with its arguments and its result. */
export function ToolCalls({ message }: { message: Message }) {
  return (
    <ul className={css['calls']} aria-label="Tool calls">
      {callsOf(message).map((call) => (
        <li key={call.callId}>
          <ToolCall call={call} />
        </li>
      ))}
    </ul>
  );
}

function ToolCall({ call: { name, given, state, result } }: { call: CallView }) {
  return (
    <details className={css['call']}>
      <summary className={disclosure['summary']}>
        <Icon name="chevronRight" size={12} />
        <span className={css['name']}>{name}</span>
        <span className={css['state']} data-failed={state === 'failed' || undefined}>
          {state}
        </span>
      </summary>
      <dl className={css['facts']}>
        <dt>Arguments</dt>
        <dd>
          <pre>{given}</pre>
        </dd>
        {result !== undefined && (
          <>
            <dt>{state === 'failed' ? 'Error' : 'Result'}</dt>
            <dd>
              <pre>{result}</pre>
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}
