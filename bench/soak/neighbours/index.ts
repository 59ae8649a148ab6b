import { bursts } from './bursts.ts';
import { dependents } from './dependents.ts';
import { followersOfOne } from './followers.ts';
import { hoards } from './hoards.ts';
import { idleSockets } from './idle-sockets.ts';
import type { Neighbour } from './neighbour.ts';
import { removals } from './removals.ts';
import { searches } from './searches.ts';
import { signIns } from './sign-ins.ts';
import { slowExports } from './slow-exports.ts';
import { turns } from './turns.ts';
import { unfinishedBodies } from './unfinished-bodies.ts';
import { unreadPages } from './unread-pages.ts';

/** Every neighbour. */
export const neighbours: readonly Neighbour[] = [
  unreadPages,
  slowExports,
  unfinishedBodies,
  idleSockets,
  searches,
  dependents,
  bursts,
  turns,
  hoards,
  removals,
  signIns,
  followersOfOne,
];
