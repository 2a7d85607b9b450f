import { World } from '../world.ts';

/**
 * A process to be killed: `node disk-writer.ts <folder> <database>…` commits into the databases for
 * good, several at a time, and tells each commit on standard output once it was answered.
 */
const [dataDir, ...databases] = process.argv.slice(2);
const world = new World({ dataDir: dataDir!, now: Date.now, rulesOf: () => undefined });
const admin = { isAdmin: true, auth: null };

async function writeForGood(database: string): Promise<void> {
  const root = `projects/demo-disk/databases/${database}`;
  const calls = world.calls({ project: 'demo-disk', database });
  for (let count = 1; ; count++) {
    const fields = { n: { integerValue: String(count) }, text: { stringValue: 'é'.repeat(300) } };
    const name = (id: string) => `${root}/documents/log/${id}`;
    const writes = [
      { update: { name: name(`d${count}`), fields } },
      { update: { name: name('last'), fields } },
      ...(count > 50 ? [{ delete: name(`d${count - 50}`) }] : []),
    ];
    const answer = await calls.one('Commit', { database: root, writes }, admin);
    process.stdout.write(`${JSON.stringify([database, count, answer.commitTime])}\n`);
    // Standard output is only written between turns.
    if (count % 4 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

await Promise.all(databases.map(writeForGood));
