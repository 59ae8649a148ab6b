import { checkOverlays } from './every/every-overlay.ts';
import { agentOverlays } from './every/overlays.ts';

checkOverlays(agentOverlays);
