import type { Free } from './concurrency.ts';

/** Something that lasts, such as a stream; the caller must call `ended` when it has ended, however it ends. */
export type Lasting<Thing> = Thing & { readonly ended: Free };

/** Makes something under a slot that was taken for it. A failure frees the slot. */
export async function withSlot<Thing extends object>(
  slot: Promise<Free>,
  make: () => Thing | Promise<Thing>,
): Promise<Lasting<Thing>> {
  const ended = await slot;
  try {
    return { ...(await make()), ended };
  } catch (error) {
    ended();
    throw error;
  }
}
