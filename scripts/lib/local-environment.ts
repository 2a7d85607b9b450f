import { demoProjectId, makeEnvironment } from '@datchain/stack/environment.ts';
import { fixedPorts } from '@datchain/stack/ports.ts';

/** Returns the environment of `npm start`'s stack, for commands run beside it. */
export const localEnvironment = (): Record<string, string> =>
  makeEnvironment(demoProjectId, fixedPorts);
