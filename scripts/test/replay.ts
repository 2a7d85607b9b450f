import type { Failure } from './events.ts';
import { runStage } from './run-stage.ts';
import type { TestStage } from './stages.ts';

/** More than these have one cause, and playing them all again would only take long. */
const MOST = 8;

/**
 * Plays journeys that failed once more, alone and with a trace, to describe them. They stay failed.
 *
 * @returns what to say of each, by its place and title
 */
export async function replay(
  stage: TestStage,
  failures: readonly Failure[],
  log: string,
): Promise<ReadonlyMap<Failure, string>> {
  const chosen = failures.filter(({ line }) => line !== undefined).slice(0, MOST);
  if (chosen.length === 0) return new Map();
  const places = [...new Set(chosen.map(({ file, line }) => `${file}:${line}`))];
  const { failures: again } = await runStage(
    stage,
    [...places, '--workers=1', '--trace=on'],
    log,
    () => {},
  );
  const isSame = (one: Failure, other: Failure) =>
    one.file === other.file && one.title === other.title && one.project === other.project;
  return new Map(
    chosen.map((failure) => [
      failure,
      again.some((other) => isSame(failure, other))
        ? 'It fails alone as well.'
        : 'It passes alone: FLAKY, a defect of the product or of the test.',
    ]),
  );
}
