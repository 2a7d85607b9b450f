import { localEngine } from './testing/engines.ts';
import { testRecorded } from './testing/recorded-tests.ts';

testRecorded(localEngine);
