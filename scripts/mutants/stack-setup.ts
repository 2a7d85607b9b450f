import { giveWorlds } from '@datchain/stack/testing/vitest-setup.ts';
import type { TestProject } from 'vitest/node';

/**
 * Starts the stack of a mutants run, whose functions run in the test's process (functions-here.ts).
 */
export default (project: TestProject) => giveWorlds(project, { functionsElsewhere: true });
