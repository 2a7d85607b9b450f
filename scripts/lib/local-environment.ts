import { demoProjectId, makeEnvironment } from '@datchain/stack/environment.ts';
import { fixedPorts } from '@datchain/stack/ports.ts';

export const localEnvironment = (): Record<string, string> =>
  makeEnvironment(demoProjectId, fixedPorts);
