import type { Messenger, OutboundMessage, SendContext } from '../../../platforms/messenger.ts';

/** A message to a user, and what renders it. */
export interface Asker {
  readonly messenger: Messenger;
  readonly context: Pick<SendContext, 'settings'>;
  readonly message: OutboundMessage;
}

const buttons = '```quick-replies\n1\n2\n3\n4\n5\n```';

/**
 * The question, a sentence that says how to answer it, and buttons if the platform can show them: without, a list of
 * five numbers would say nothing.
 */
export function questionFor(
  { messenger, context, message }: Asker,
  { question, how }: { readonly question: string; readonly how: string },
): string {
  const text = `${question}\n\n${how}`;
  const withButtons = `${text}\n\n${buttons}`;
  const parts = messenger.render({ ...message, text: withButtons }, context.settings);
  return parts.some(({ replies }) => replies !== undefined) ? withButtons : text;
}
