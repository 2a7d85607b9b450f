import type { Place } from './engines.ts';
import type { Json, Outcome } from './question.ts';
import { Symbols } from './symbols.ts';

/**
 * A call with its outcome. With a label it is only started, and a later step waits for it. `begins`
 * names the returned transaction for later steps: `$tx1`.
 */
export interface Step {
  readonly method?: string;
  readonly request?: Json;
  readonly as?: string | null;
  readonly start?: string;
  readonly wait?: string;
  readonly begins?: string;
  readonly outcome?: Outcome;
}

export interface Scenario {
  readonly title: string;
  readonly rules?: string;
  readonly steps: readonly Step[];
}

/**
 * Plays a scenario and returns it with the answers; values that differ between runs get symbolic
 * names.
 */
export async function play(scenario: Scenario, place: Place): Promise<Scenario> {
  const symbols = new Symbols(place.database);
  const started = new Map<string, Promise<Outcome>>();
  const steps: Step[] = [];
  for (const { outcome: _, ...step } of scenario.steps) {
    if (step.wait !== undefined) {
      const outcome = await started.get(step.wait);
      if (!outcome) throw new Error(`${scenario.title}: nothing called ${step.wait} was started`);
      steps.push({ ...step, outcome: symbols.name(outcome) });
      continue;
    }
    const { method, request, as, begins } = step;
    if (!method || !request) throw new Error(`${scenario.title}: a step without a call`);
    const asked = place.ask({
      method,
      request: symbols.fill(request) as Json,
      ...(as === undefined ? {} : { as }),
    });
    if (step.start === undefined) {
      const outcome = await asked;
      if (begins !== undefined) symbols.call(begins, transactionOf(outcome));
      steps.push({ ...step, outcome: symbols.name(outcome) });
    } else {
      started.set(step.start, asked);
      steps.push(step);
      // The next step must not overtake this one.
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  }
  return { ...scenario, steps };
}

function transactionOf(outcome: Outcome): string {
  if ('answer' in outcome) return (outcome.answer as { transaction: string }).transaction;
  throw new Error(`No transaction was begun: ${JSON.stringify(outcome)}`);
}
