import { checkOverlays } from './every/every-overlay.ts';
import { agentOverlays } from './every/overlays.ts';
import { firstOfKind } from './level.ts';

checkOverlays(firstOfKind(agentOverlays, ['workspaces', 'channel menu', 'rotate secret', 'delete channel']));
