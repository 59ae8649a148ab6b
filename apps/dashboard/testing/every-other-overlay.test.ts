import { checkOverlays } from './every/every-overlay.ts';
import { otherOverlays } from './every/overlays.ts';
import { firstOfKind } from './level.ts';

checkOverlays(
  firstOfKind(otherOverlays, [
    ...['source menu', 'delete source', 'pair menu', 'delete workspace'],
    ...['new key', 'key menu', 'rotate key', 'revoke key'],
  ]),
);
