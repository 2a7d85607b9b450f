import { writeFileSync } from 'node:fs';
import { type Answer, askTheirs, loadWorld } from './answer.ts';
import { recordedFile } from './recorded.ts';
import { questions, world } from './tables.ts';

/**
 * Asks Google's emulator all questions of the tables and writes down what it answers:
 * `node emulators/firestore/query/testing/record.ts <port>`.
 */
const port = Number(process.argv[2]);
if (!Number.isInteger(port)) throw new Error('The port of Google’s Firestore emulator is missing.');
const oracle = { port, project: `demo-tables-${Date.now()}` };
await loadWorld(oracle, world);
const lines: string[] = [];
for (const question of questions) {
  const answer: Answer = await askTheirs(oracle, question);
  lines.push(JSON.stringify({ question, answer }));
}
writeFileSync(recordedFile, `${lines.join('\n')}\n`);
process.stdout.write(`${lines.length} answers\n`);
