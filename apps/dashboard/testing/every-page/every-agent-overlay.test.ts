import { firstOfKind } from '../setup/level.ts';
import { checkOverlays } from './every/every-overlay.ts';
import { agentOverlays } from './every/overlays.ts';

checkOverlays(firstOfKind(agentOverlays, ['workspaces', 'channel menu', 'rotate secret', 'delete channel']));
