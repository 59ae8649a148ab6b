import { APIConnectionError } from '@parley/sdk';
import { noteFailure } from '../api/connection.ts';
import { toProblem } from '../api/errors.ts';
import { retryTimeOf } from '../api/limits.ts';
import { loadPart } from './load-code.ts';
import { createStore } from './store.ts';

/** Whether something has been said yet: until then nobody needs the code that shows it. */
export const hasToasts = createStore(false);

/** Says briefly that something is done. */
export function toastDone(message: string): void {
  hasToasts.set(true);
  void show({ message, color: 'green', autoClose: 4_000 });
}

/**
 * Says what failed, until it is closed: what to do about it can take a while to read. A lost connection has a notice of
 * its own, which goes when it is found again.
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

/** The toasts that stand there, by what they say. */
const standing = new Map<string, string>();

/** Shows it; said again it is a new one in the place of the old one: it stands for its whole time, and is read out. */
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
