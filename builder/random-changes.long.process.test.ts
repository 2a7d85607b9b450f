import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tries } from '@datchain/testing/pure/tries.ts';
import type { StoredPublic } from '@datchain/testing/server/a-copy.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { listFiles } from './fingerprint.ts';
import { anyChange, aWorld, storedIn } from './testing/changing-world.ts';
import { rebuildFrom } from './testing/rebuild-from.ts';

const folder = mkdtempSync(join(tmpdir(), 'random-changes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lost = [
  '.state',
  '.copy',
  '/build-rows.json',
  '/profile',
  '/dats/2.html',
  '/viewdat/dat-3.html',
];

const DAMAGED = 'damaged';

function damage(stateFile: string): void {
  const bytes = readFileSync(stateFile);
  const middle = Math.floor(bytes.length / 2);
  writeFileSync(stateFile, bytes.fill(0xa5, middle, middle + 20_000));
}

/** A mishap: none; lost or damaged files; or a rebuild killed after some milliseconds. */
const mishap = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  fc.constantFrom(...lost, DAMAGED),
  fc.integer({ min: 50, max: 5_000 }),
);

async function killedAfter(millis: number, stored: StoredPublic, siteDir: string): Promise<void> {
  const storedFile = `${siteDir}.stored.json`;
  writeFileSync(storedFile, JSON.stringify(stored));
  const script = join(import.meta.dirname, 'testing/rebuild-once.ts');
  // The kill reaches its process group, with the drawing processes.
  const child = spawn(process.execPath, [script, storedFile, siteDir], { detached: true });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), millis);
  await ended;
  clearTimeout(timer);
}

const rebuild = (siteDir: string, stored: StoredPublic, force = false) =>
  rebuildFrom(stored, {
    siteDir,
    // A full rebuild would hide faults of reused pages.
    log: (line) => expect(line).not.toContain('With pages of the last build'),
    allowEmpty: true,
    force,
  });

/** The bytes of every file, without the build time. */
const bytesOf = (dir: string): Map<string, string> =>
  new Map(
    listFiles(`${dir}/`)
      .filter((file) => file !== 'build.json')
      .map((file) => [file, readFileSync(join(dir, file), 'base64')]),
  );

let worlds = 0;

test('after random changes, losses and kills the site equals a full build, byte for byte', {
  timeout: 7_200_000,
}, async () => {
  const round = fc.record({ changes: fc.array(anyChange, { minLength: 1, maxLength: 3 }), mishap });
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 3 }), async (rounds) => {
      worlds += 1;
      const siteDir = join(folder, `site-${worlds}`);
      // With two fewer works /dats has a single page.
      const world = aWorld(46);
      await rebuild(siteDir, storedIn(world));
      for (const { changes, mishap: happens } of rounds) {
        world.now += 60;
        // Each round changes something, also when the random changes cancel out.
        world.platformRemaining -= 1;
        for (const each of changes) each(world);
        if (happens === DAMAGED) damage(`${siteDir}.state`);
        else if (typeof happens === 'string') {
          rmSync(siteDir + happens, { recursive: true, force: true });
        }
        if (typeof happens === 'number') {
          const [version, bytes] = [realpathSync(siteDir), bytesOf(siteDir)];
          await killedAfter(happens, storedIn(world), siteDir);
          if (realpathSync(siteDir) === version) expect(bytesOf(siteDir)).toEqual(bytes);
        }
        await rebuild(siteDir, storedIn(world));
      }
      const whole = `${siteDir}-whole`;
      // The copy keeps the change times of rows.
      cpSync(`${siteDir}/`, whole, { recursive: true });
      await rebuild(whole, storedIn(world), true);
      expect(bytesOf(siteDir)).toEqual(bytesOf(whole));
      for (const dir of [siteDir, whole]) {
        for (const left of ['', '-versions', '.state', '.copy', '.stored.json']) {
          rmSync(`${dir}${left}`, { recursive: true, force: true });
        }
      }
    }),
    tries(4, 200),
  );
});
