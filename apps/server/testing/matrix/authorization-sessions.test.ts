import { testPermissions } from './authorization.ts';

testPermissions('sessions');
