import { bursts } from './bursts.ts';
import { crawls } from './crawls.ts';
import { dependents } from './dependents.ts';
import { documents } from './documents.ts';
import { followersOfOne } from './followers.ts';
import { forms } from './forms.ts';
import { hoards } from './hoards.ts';
import { idleSockets } from './idle-sockets.ts';
import type { Neighbour } from './neighbour.ts';
import { removals } from './removals.ts';
import { searches } from './searches.ts';
import { signIns } from './sign-ins.ts';
import { silence } from './silence.ts';
import { slowExports } from './slow-exports.ts';
import { turns } from './turns.ts';
import { unfinishedBodies } from './unfinished-bodies.ts';
import { unreadPages } from './unread-pages.ts';
import { visits } from './visitors.ts';

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
  forms,
  crawls,
  documents,
  silence,
  visits,
];
