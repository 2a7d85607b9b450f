import { giveWorlds } from '@datchain/stack/testing/vitest-setup.ts';
import type { TestProject } from 'vitest/node';

/** The stack of a mutants run: its functions are those of the test's process (functions-here.ts). */
export default (project: TestProject) => giveWorlds(project, { functionsElsewhere: true });
