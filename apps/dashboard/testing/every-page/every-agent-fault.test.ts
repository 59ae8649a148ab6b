// @module-tag nightly

import { checkFaults } from './every/every-fault.ts';
import { agentPages } from './every/pages.ts';

checkFaults(agentPages);
