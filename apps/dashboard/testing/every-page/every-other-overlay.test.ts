import { firstOfKind } from '../setup/level.ts';
import { checkOverlays } from './every/every-overlay.ts';
import { otherOverlays } from './every/overlays.ts';

checkOverlays(
  firstOfKind(otherOverlays, [
    ...['source menu', 'delete source', 'pair menu', 'delete workspace'],
    ...['new key', 'key menu', 'edit key', 'rotate key', 'revoke key', 'key that is shown once'],
    ...['conversation menu', 'delete conversation', 'delete account', 'add pair', 'new workspace'],
  ]),
);
