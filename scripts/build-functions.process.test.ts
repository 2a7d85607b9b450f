import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildFunctions } from '@datchain/functions/build.ts';
import { functionsVariables } from '@datchain/shared/contracts/project-file.ts';
import { expect, test } from 'vitest';
import { aProjectFile } from './deploy/testing/project-file.ts';
import { inRepository } from './lib/root.ts';

const load = createRequire(import.meta.url);

test('[N-LCH-02] a build has the variables of the project it is deployed to, and of no other', async () => {
  const outDir = await mkdtemp(inRepository('functions/dist-test-'));
  try {
    const mailFrom = 'A "B" <c@music.test>';
    await buildFunctions(outDir, { ...aProjectFile, mailFrom });
    // As the Firebase program reads it.
    const read = load('firebase-tools/lib/functions/env.js').parse(
      await readFile(join(outDir, '.env'), 'utf8'),
    );
    expect(read.errors).toEqual([]);
    expect(read.envs).toEqual({
      ...functionsVariables({ ...aProjectFile, mailFrom }),
      RELEASE: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    await buildFunctions(outDir);
    expect(await readdir(outDir)).not.toContain('.env');
  } finally {
    await rm(outDir, { recursive: true });
  }
});

test('[N-LCH-02] nothing is built for a project that no file describes', async () => {
  const env = { ...process.env, GCLOUD_PROJECT: 'of-somebody-else' };
  const built = promisify(execFile)(process.execPath, ['scripts/build-functions.ts'], {
    cwd: inRepository('.'),
    env,
  });
  await expect(built).rejects.toThrow('No file in deploy/ is of the project of-somebody-else.');
});
