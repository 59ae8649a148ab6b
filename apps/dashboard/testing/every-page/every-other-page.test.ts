import { firstOfKind } from '../setup/level.ts';
import { checkPages } from './every/every-page.ts';
import { otherPages } from './every/pages.ts';

checkPages(firstOfKind(otherPages, ['new source of an unknown type', 'new text', 'new website', 'new pairs']));
