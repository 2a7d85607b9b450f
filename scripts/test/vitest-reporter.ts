import { relative } from 'node:path';
import type { Reporter, TestModule, TestSpecification } from 'vitest/node';
import { inRepository } from '../lib/root.ts';
import { shortMessage, tell } from './events.ts';

const named = ({ moduleId }: { moduleId: string }): string => relative(inRepository('.'), moduleId);

/** Tells `npm test` how far Vitest is, and of every failure. */
export default class TellingReporter implements Reporter {
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    tell({ is: 'begin', files: specifications.length });
  }

  onTestModuleEnd(module: TestModule): void {
    const file = named(module);
    const project = module.project.name;
    let passed = 0;
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      if (state === 'passed') passed += 1;
      if (state !== 'failed') continue;
      const message = shortMessage(errors?.[0]);
      tell({ is: 'failure', file, project, title: test.fullName, message });
    }
    const broken = [
      ...module.errors(),
      ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
    ];
    for (const error of broken) {
      tell({
        is: 'failure',
        file,
        project,
        title: 'the file itself',
        message: shortMessage(error),
      });
    }
    const { duration, setupDuration, collectDuration } = module.diagnostic();
    const seconds = (duration + setupDuration + collectDuration) / 1_000;
    tell({ is: 'file', file, seconds, passed });
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly { message: string }[]): void {
    for (const error of errors) {
      const where = { file: '', project: '', title: 'outside of any test' };
      tell({ is: 'failure', ...where, message: shortMessage(error) });
    }
  }
}
