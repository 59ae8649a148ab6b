import { checkOverlays } from './every/every-overlay.ts';
import { otherOverlays } from './every/overlays.ts';

checkOverlays(otherOverlays);
