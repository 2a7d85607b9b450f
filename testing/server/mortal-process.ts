/** A server process that does one piece of work and may die at one of its steps; see mortal.ts. */
import { setClockOffset } from '@datchain/functions/clock.ts';
import { services } from '@datchain/functions/services.ts';
import { dieAt } from './fatal-effects.ts';
import { doWork } from './mortal-work.ts';

const { asked, death, clockOffsetMillis, stripe } = JSON.parse(process.argv[2] ?? '{}');
setClockOffset(clockOffsetMillis);
const all = services();
const effects = dieAt(death, all.stripe);
await doWork(all, asked, stripe);
// Work after the answer counts too: a process ends when nothing is left to do.
process.once('beforeExit', () => process.send?.({ effects: effects() }, () => process.exit()));
