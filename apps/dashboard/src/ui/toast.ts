import { toProblem } from '../api/errors.ts';
import { createStore } from './store.ts';

/** Whether something has been said yet: until then nobody needs the code that shows it. */
export const hasToasts = createStore(false);

/** Says briefly that something is done; said again it takes the place of what stands there. */
export function toastDone(message: string): void {
  hasToasts.set(true);
  void show({ id: message, message, color: 'green', autoClose: 4_000 });
}

/** Says what failed, until it is closed: what to do about it can take a while to read. */
export function toastProblem(error: unknown): void {
  const { message, hint, requestId } = toProblem(error);
  const more = [hint, requestId === undefined ? undefined : `Request ${requestId}`].filter(Boolean).join(' ');
  hasToasts.set(true);
  void show({ title: message, message: more, color: 'red', autoClose: false });
}

interface Toast {
  readonly id?: string;
  readonly title?: string;
  readonly message: string;
  readonly color: string;
  readonly autoClose: number | false;
}

async function show(toast: Toast) {
  const { notifications } = await import('@mantine/notifications');
  if (toast.id !== undefined) notifications.hide(toast.id);
  notifications.show({ ...toast, withBorder: true, closeButtonProps: { 'aria-label': 'Close' } });
}
