import type { KeyActor } from '../../access/actor.ts';
import { createKeyOperations } from './operator.ts';
import { keyEndpoints } from './routes.ts';
import { createKeys, type KeyNeeds } from './service.ts';
import { createKeyUses } from './uses.ts';

/** Dependencies of the feature. */
interface KeysFeatureNeeds extends KeyNeeds {
  /** Called if the last uses of keys could not be written. */
  onError(error: unknown): void;
}

/** API keys, and the operator's commands for them. */
export function keysFeature(needs: KeysFeatureNeeds) {
  const keys = createKeys(needs);
  const uses = createKeyUses(needs.db, needs.onError);
  return {
    endpoints: keyEndpoints(keys),
    recognise: keys.recognise,
    /** Notes that a key was used, at a time in milliseconds since 1970. */
    note: ({ id }: KeyActor, time: number): void => uses.note(id, time),
    operations: createKeyOperations(needs),
    close: uses.close,
  };
}
