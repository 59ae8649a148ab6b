import type { Messenger, OutboundMessage, SendContext } from '../../../platforms/messenger.ts';

/** Sends every part of a message that no ledger keeps, such as a test. Throws a `SendFailure`. */
export async function sendAll(messenger: Messenger, message: OutboundMessage, context: SendContext): Promise<void> {
  const parts = messenger.render(message, context.settings);
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    await messenger.send({ ...part, id: `${message.id}-${index}`, index, isLast, isRepeat: false }, message, context);
  }
}
