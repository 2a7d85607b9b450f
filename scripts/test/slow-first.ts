import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { inRepository } from '../lib/root.ts';
import { readFileSeconds } from './file-seconds.ts';

/**
 * The slowest files of a project first: one that began last would keep a processor waiting for the
 * other. A new machine knows no times of its own, so they are kept in the repository, as
 * `npm test -- --record` found them.
 */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = readFileSeconds();
    const seconds = ({ moduleId }: TestSpecification) =>
      known[relative(inRepository('.'), moduleId)] ?? 0;
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...byProject.values()].flatMap((own) => own.sort((a, b) => seconds(b) - seconds(a)));
  }
}
