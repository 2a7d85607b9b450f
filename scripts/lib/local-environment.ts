import { demoProjectId, environmentOf } from '@datchain/emulators/stack/environment.ts';
import { fixedPorts } from '@datchain/emulators/stack/ports.ts';

/** The environment of `npm start`'s stack, for commands that are run beside it. */
export const localEnvironment = (): Record<string, string> =>
  environmentOf(demoProjectId, fixedPorts);
