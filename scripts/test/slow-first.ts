import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { inRepository } from '../lib/root.ts';

/** Seconds that slow files took on two processors, by path, for clones without recorded times. */
const known: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(inRepository('scripts/test/file-seconds.json'), 'utf8'),
);

/**
 * A sequencer that starts the slowest files first: one started last would keep a processor idle.
 */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification) =>
      known[relative(inRepository('.'), moduleId)] ?? 0;
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...byProject.values()].flatMap((own) => own.sort((a, b) => seconds(b) - seconds(a)));
  }
}
