import type { Data } from '../core/endpoint.ts';

/** That the process is alive. */
export interface Liveness extends Data<'GET /healthz'> {}
/** That it can serve. */
export interface Readiness extends Data<'GET /readyz'> {}
