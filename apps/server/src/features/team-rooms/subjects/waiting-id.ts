/**
 * The ID of a conversation that waits, with the time: it gets a notice of its own each time that it is handed over. The
 * time is in ms since 1970, in base 36.
 */
export const waitingId = (conversation: string, since: number): string => `${conversation}_${since.toString(36)}`;

/** Reads such an ID. */
export function partsOf(id: string): { readonly conversation: string; readonly since: number } {
  const at = id.lastIndexOf('_');
  return { conversation: id.slice(0, at), since: Number.parseInt(id.slice(at + 1), 36) };
}
