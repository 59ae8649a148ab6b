import { notifications } from '@mantine/notifications';
import { toProblem } from '../api/errors.ts';

/** Says briefly that something is done. */
export const toastDone = (message: string) => void notifications.show({ message, withBorder: true, autoClose: 4_000 });

/** Says what failed, until it is closed: what to do about it can take a while to read. */
export function toastProblem(error: unknown): void {
  const { message, hint, requestId } = toProblem(error);
  notifications.show({
    title: message,
    message: [hint, requestId === undefined ? undefined : `Request ${requestId}`].filter(Boolean).join(' '),
    color: 'red',
    withBorder: true,
    autoClose: false,
  });
}
