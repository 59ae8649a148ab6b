import { checkPages } from './every/every-page.ts';
import { agentPages } from './every/pages.ts';

checkPages(agentPages);
