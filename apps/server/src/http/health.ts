import { Type } from 'typebox';
import { AppError } from '../errors.ts';
import { endpoint } from './endpoint.ts';

const tag = 'Health';

const state = (title: string, status: string) =>
  Type.Object(
    { status: Type.Literal(status, { description: `Always \`${status}\`; another state is an error.` }) },
    { title },
  );

/** Creates `/healthz` (the process is alive) and `/readyz` (the database answers and no shutdown has started). */
export function createHealth(check: () => Promise<unknown>) {
  let closing = false;
  return {
    endpoints: [
      endpoint({
        id: 'getHealth',
        client: 'health.alive',
        method: 'GET',
        path: '/healthz',
        access: 'public',
        tag,
        summary: 'Check that the process is alive',
        description: 'It answers as long as the process runs, whatever the state of the database.',
        data: state('Liveness', 'ok'),
        handle: async () => ({ data: { status: 'ok' } }),
      }),
      endpoint({
        id: 'getReadiness',
        client: 'health.ready',
        method: 'GET',
        path: '/readyz',
        access: 'public',
        tag,
        summary: 'Check that the process can serve',
        description: 'It can if the database answers and no shutdown has started; otherwise returns 503.',
        data: state('Readiness', 'ready'),
        handle: async () => {
          if (closing) throw new AppError('unavailable', 'The service is shutting down.', { retryAfter: 1 });
          await check();
          return { data: { status: 'ready' } };
        },
      }),
    ],
    /** Makes `/readyz` fail from now on. */
    startClosing: (): void => {
      closing = true;
    },
  };
}
