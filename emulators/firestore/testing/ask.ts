import { type Caller, Refusal } from '../contract.ts';
import { World } from '../world.ts';
import type { Outcome } from './google.ts';
import { play, type Scenario } from './play.ts';

type Json = Readonly<Record<string, unknown>>;

const admin: Caller = { isAdmin: true, auth: null };
const several = ['BatchGetDocuments', 'RunQuery', 'RunAggregationQuery'];

/** Asks the local Firestore as `askGoogle` asks Google's; by an admin unless told otherwise. */
export async function askLocal(
  world: World,
  project: string,
  { method, request, caller = admin }: { method: string; request: Json; caller?: Caller },
): Promise<Outcome> {
  const calls = world.calls({ project, database: '(default)' });
  try {
    return several.includes(method)
      ? { answers: await calls.many(method, request, caller) }
      : { answer: await calls.one(method, request, caller) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: { code: error.code, message: error.message } };
  }
}

/** Plays a scenario in a world of its own. */
export async function playLocal(scenario: Scenario): Promise<Scenario> {
  const project = 'demo-played';
  const world = new World({ now: Date.now, rulesOf: () => undefined });
  const database = `projects/${project}/databases/(default)`;
  const played = await play(scenario, database, (method, request) =>
    askLocal(world, project, { method, request }),
  );
  world.close();
  return played;
}
