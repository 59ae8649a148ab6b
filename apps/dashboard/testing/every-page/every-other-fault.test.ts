// @module-tag nightly

import { checkFaults } from './every/every-fault.ts';
import { otherPages } from './every/pages.ts';

checkFaults(otherPages);
