import { testPermissions } from './authorization.ts';

testPermissions('others');
