import type { Config } from '../../config/config.ts';
import type { HttpServer } from '../../http/server.ts';

/** Listens on the configured address. Rejects with one sentence for the operator if that fails. */
export async function listen(app: Pick<HttpServer, 'listen'>, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw new Error(reasonOf(error, host, port), { cause: error });
  }
}

function reasonOf(error: unknown, host: string, port: number): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use: stop what uses it, or set PORT to another one.`;
    case 'EACCES':
      return `This user may not use port ${port}: set PORT to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine: set HOST to one that is, such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return `The server can't listen on port ${port} of ${host}: ${message}.`;
  }
}
