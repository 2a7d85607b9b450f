import { inject } from 'vitest';
import { googleEngine } from './testing/engines.ts';
import { testRecorded } from './testing/recorded-tests.ts';

testRecorded(googleEngine(inject('googlePort')));
