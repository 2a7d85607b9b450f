import { writeFileSync } from 'node:fs';
import { askGoogle, googleDatabase } from './google.ts';
import { play, type Scenario } from './play.ts';
import { recordedFolder, recordedOn, subjects } from './recorded.ts';

/**
 * Asks Google's emulator again what was recorded, and writes down what it answers now:
 * `node emulators/firestore/testing/record.ts <port>`. A new scenario is a line without outcomes.
 */
const port = Number(process.argv[2]);
if (!Number.isInteger(port)) throw new Error('The port of Google’s Firestore emulator is missing.');
for (const subject of subjects()) {
  const played: Scenario[] = [];
  for (const scenario of recordedOn(subject)) {
    played.push(
      await play(scenario, googleDatabase(), (method, body) => askGoogle(port, method, body)),
    );
  }
  const lines = played.map((scenario) => `${JSON.stringify(scenario)}\n`);
  writeFileSync(new URL(`${subject}.jsonl`, recordedFolder), lines.join(''));
  process.stdout.write(`${subject}: ${played.length}\n`);
}
