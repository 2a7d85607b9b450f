import { findGoogleFirestore } from '@datchain/firebase-emulators/engines/find-google-firestore.ts';
import { firestoreEngine } from '@datchain/firebase-emulators/engines/firestore.ts';
import { fixedPorts } from '@datchain/stack/ports.ts';
import { requireFree } from '@datchain/stack/taken-ports.ts';
import { findChromium, findHeadlessShell } from '@datchain/testing/ui/find-chromium.ts';
import { checkLocks } from './check-lock.ts';

const help = `Checks whether this machine has everything that the project needs, and says how to fix what is missing.

  npm run doctor`;

type Examination = { name: string; look: () => Promise<string> | string };

const examinations: Examination[] = [
  { name: 'Node', look: () => `${process.versions.node} (${process.execPath})` },
  { name: 'lockfiles', look: lookAtLock },
  { name: 'Firestore', look: lookForFirestore },
  {
    name: 'browser for tests',
    look: () => `${findHeadlessShell() ?? 'no headless shell: slower'}, ${findChromium()}`,
  },
  { name: 'ports of npm start', look: lookAtPorts },
];

function lookAtLock(): string {
  const problems = checkLocks();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return 'complete';
}

function lookForFirestore(): string {
  if (firestoreEngine() === 'embedded') return 'embedded: nothing to install';
  const source = findGoogleFirestore({ env: process.env });
  if (source.kind === 'gcloud') return `gcloud (${source.command})`;
  return source.kind === 'jar' ? source.jar : `running at ${source.hostAndPort}`;
}

async function lookAtPorts(): Promise<string> {
  await requireFree(fixedPorts);
  return `${Object.values(fixedPorts).join(', ')} are free`;
}

if (process.argv.includes('--help')) console.log(help);
else {
  for (const { name, look } of examinations) {
    try {
      console.log(`✓ ${name}: ${await look()}`);
    } catch (error) {
      process.exitCode = 1;
      console.log(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
