import { invalid } from '../../errors.ts';
import { metadataBounds } from '../../schemas/metadata.ts';

/** Throws `validation_failed` if metadata has too many keys, or is too large as JSON. */
export function checkMetadata(metadata: object | undefined): void {
  if (metadata === undefined) return;
  const { keys, characters } = metadataBounds;
  const refuse = (message: string) => invalid([{ path: 'metadata', message }]);
  if (Object.keys(metadata).length > keys) throw refuse(`must have at most ${keys} keys`);
  if (JSON.stringify(metadata).length > characters) throw refuse('must have at most 16,384 characters as JSON');
}
