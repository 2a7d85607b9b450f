import { writeFileSync } from 'node:fs';
import { snapshotsFile } from './recorded.ts';
import { snapshotsOf } from './snapshots.ts';

/**
 * Writes down what the SDKs tell their listeners on Google's emulator, whose rules have to allow
 * everything: `node emulators/firestore/listen/testing/record-snapshots.ts <port>`.
 */
const port = Number(process.argv[2]);
if (!Number.isInteger(port)) throw new Error('The port of Google’s Firestore emulator is missing.');
for (const sdk of ['admin', 'web'] as const) {
  const told = await snapshotsOf(sdk, port);
  const lines = told.map((each) => JSON.stringify(each));
  writeFileSync(snapshotsFile(sdk), `${lines.join('\n')}\n`);
  process.stdout.write(`${sdk}: ${told.length} commits\n`);
}
