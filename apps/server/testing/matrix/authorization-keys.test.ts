import { testPermissions } from './authorization.ts';

testPermissions('keys');
