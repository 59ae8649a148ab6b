import { checkPages } from './every/every-page.ts';
import { otherPages } from './every/pages.ts';

checkPages(otherPages);
