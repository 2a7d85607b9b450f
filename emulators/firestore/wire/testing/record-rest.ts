import { writeFileSync } from 'node:fs';
import { playRest, restCases } from './rest-cases.ts';

/** `node record-rest.ts <port of Google's emulator> <its version>` writes down what it answers. */
const [port, oracle] = process.argv.slice(2);
if (!port || !oracle) throw new Error('Name the port and the version');
const answers = await playRest(`http://127.0.0.1:${port}`);
const recorded = {
  oracle,
  answers: answers.map((answer, index) => ({ call: restCases[index]!.call, ...answer })),
};
writeFileSync(
  new URL('./rest-recorded.json', import.meta.url),
  `${JSON.stringify(recorded, null, 2)}\n`,
);
