import type { OutboundConnection } from '../../outbound/outbound.ts';
import type { SendContext } from '../messenger.ts';

/** The ports of mail servers that begin with TLS or speak STARTTLS (RFC 8314). */
const ports = { smtp: [465, 587, 25], imap: [993] } as const;

/** Time limits of a connection, in ms; `total` is less than a job has. */
export const times = { connect: 10_000, answer: 20_000, total: 50_000 } as const;

/** A mail server that the settings of a channel name. */
interface MailServer {
  readonly protocol: keyof typeof ports;
  readonly host: string;
  readonly port: number;
}

/** Opens a connection to a mail server, if it may be connected to. Rejects with an `OutboundError`. */
export const openServer = (
  { protocol, host, port }: MailServer,
  { connect, signal }: Pick<SendContext, 'connect' | 'signal'>,
): Promise<OutboundConnection> =>
  connect({ host, port, ports: ports[protocol], limits: { connect: times.connect, total: times.total }, signal });
