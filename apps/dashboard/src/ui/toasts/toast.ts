import { APIConnectionError } from '@parley/sdk';
import { noteFailure } from '../../api/connection.ts';
import { toProblem } from '../../api/errors.ts';
import { retryTimeOf } from '../../api/rate-limit.ts';
import { loadPart } from '../loading/load-code.ts';
import { createStore } from '../loading/store.ts';

/** True once there has been a toast; the code that shows them is loaded only then. */
export const hasToasts = createStore(false);

/** Confirms briefly that something is done. One with more to read stays until it is closed. */
export function toastDone(message: string, { isLong = false } = {}): void {
  hasToasts.set(true);
  void show({ message, color: isLong ? 'yellow' : 'green', autoClose: isLong ? false : 4_000 });
}

/**
 * Shows a failure until it is closed: reading the hint can take a while. A lost connection has its own notice, which
 * closes by itself.
 */
export function toastProblem(error: unknown): void {
  if (error instanceof APIConnectionError) {
    noteFailure(error);
    return;
  }
  const { message, hint, requestId } = toProblem(error);
  const retryAt = retryTimeOf(error);
  const more = [hint, requestId === undefined ? undefined : `Request ${requestId}`].filter(Boolean).join(' ');
  hasToasts.set(true);
  void show({
    title: message,
    message: more,
    color: 'red',
    autoClose: retryAt === undefined ? false : retryAt - Date.now(),
  });
}

interface Toast {
  readonly title?: string;
  readonly message: string;
  readonly color: string;
  readonly autoClose: number | false;
}

/** The IDs of the visible toasts, by text. */
const standing = new Map<string, string>();

/** Shows a toast. A repeated one replaces the old one, so that it is shown for its whole time and announced again. */
async function show(toast: Toast) {
  const { notifications } = await loadPart(() => import('@mantine/notifications'));
  const words = toast.title ?? toast.message;
  const old = standing.get(words);
  if (old !== undefined) notifications.hide(old);
  const id = notifications.show({
    ...toast,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
    onClose: ({ id: closed }) => closed === standing.get(words) && standing.delete(words),
  });
  standing.set(words, id);
}
