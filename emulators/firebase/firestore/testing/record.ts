import { writeFileSync } from 'node:fs';
import { googleEngine } from './engines.ts';
import { judgeConditions, judgeList, judgePath } from './judge.ts';
import { play } from './play.ts';
import { readVerdicts, recordedFolder, recordedOn, subjects, type Verdicts } from './recorded.ts';

/**
 * Records again what Google's emulator answers: `node
 * emulators/firebase/firestore/testing/record.ts <port>`. Add new scenarios without an outcome.
 */
const port = Number(process.argv[2]);
if (!Number.isInteger(port)) throw new Error('The port of Google’s Firestore emulator is missing.');
const engine = googleEngine(port);
for (const subject of subjects()) {
  const lines: string[] = [];
  for (const scenario of recordedOn(subject)) {
    lines.push(`${JSON.stringify(await play(scenario, await engine(scenario.rules)))}\n`);
  }
  writeFileSync(new URL(`${subject}.jsonl`, recordedFolder), lines.join(''));
}
const known = readVerdicts();
const conditions = await judgeConditions(engine, Object.keys(known.conditions));
const lists: Record<string, Verdicts['lists'][string]> = {};
for (const [query, verdicts] of Object.entries(known.lists)) {
  lists[query] = await judgeList(engine, query, Object.keys(verdicts));
}
const paths: Verdicts['paths'][number][] = [];
for (const each of known.paths) {
  paths.push({ ...each, isAllowed: await judgePath(engine, each) });
}
const verdicts: Verdicts = { conditions, lists, paths };
writeFileSync(new URL('verdicts.json', recordedFolder), `${JSON.stringify(verdicts, null, 1)}\n`);
