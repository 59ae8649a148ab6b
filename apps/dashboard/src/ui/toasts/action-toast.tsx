import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import css from './action-toast.module.css';
import { hasToasts } from './toast.ts';

/** A toast of something that takes a while, and then may be undone. */
export interface ActionToast {
  /** Says how far it is. */
  progress(message: string): void;
  /** Says what became of it. With `undo` it stays for longer; a failure stays until it is closed. */
  end(result: ActionResult): void;
  close(): void;
}

interface ActionResult {
  readonly message: string;
  /** Why a part of it failed; undefined if nothing did. */
  readonly failure?: string | undefined;
  readonly undo?: (() => void) | undefined;
  /** Stays until `close`, because it isn't over. */
  readonly stays?: boolean;
}

/**
 * Time for which a result is shown, in ms. A result that can be undone is shown longer, to leave time for a decision.
 */
const shownFor = { done: 4_000, undoable: 10_000 } as const;

/** Shows a toast of its own for an action. */
export function openActionToast(message: string): ActionToast {
  hasToasts.set(true);
  const common = { withBorder: true, closeButtonProps: { 'aria-label': 'Close' } };
  const id = notifications.show({ ...common, message, loading: true, autoClose: false });
  const close = () => void notifications.hide(id);
  return {
    close,
    progress: (words) => void notifications.update({ ...common, id, message: words, loading: true, autoClose: false }),
    end: ({ message: words, failure, undo, stays = false }) => {
      const until = undo === undefined ? shownFor.done : shownFor.undoable;
      notifications.update({
        ...{ ...common, id, loading: false, color: failure === undefined ? 'green' : 'red' },
        autoClose: stays || failure !== undefined ? false : until,
        message: <Result message={words} failure={failure} undo={undo && (() => [close(), undo()])} />,
      });
    },
  };
}

function Result({ message, failure, undo }: Pick<ActionResult, 'message' | 'failure' | 'undo'>) {
  return (
    <span className={css['result']}>
      <span>
        {message}
        {failure !== undefined && <span className={css['failure']}> {failure}</span>}
      </span>
      {undo !== undefined && (
        <Button variant="default" size="compact-sm" className={css['undo'] ?? ''} onClick={undo}>
          Undo
        </Button>
      )}
    </span>
  );
}
