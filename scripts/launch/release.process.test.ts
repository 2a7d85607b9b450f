import { mkdirSync, readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { functionsVariables } from '@datchain/shared/contracts/project-file.ts';
import { expect, test } from 'vitest';
import { aProjectFile } from '../deploy/testing/project-file.ts';
import { inRepository } from '../lib/root.ts';
import { buildRelease } from './release.ts';

const load = createRequire(import.meta.url);

test('[N-LCH-02] a release has the variables and the rules of its project', async () => {
  const file = {
    ...aProjectFile,
    mailFrom: 'A "B" <c@music.test>',
    fixedUsers: ['one', 'two'],
    bucket: 'our-bucket',
  };
  // A folder left by a killed process: no process has such an id.
  const left = 'dist-launch-4194304000-left';
  mkdirSync(inRepository(`functions/${left}`), { recursive: true });
  const { folder, documentRules } = await buildRelease(file);
  try {
    const read = load('firebase-tools/lib/functions/env.js').parse(
      await readFile(join(folder, 'functions/.env'), 'utf8'),
    );
    expect(read.errors).toEqual([]);
    expect(read.envs).toEqual({
      ...functionsVariables(file),
      NODE_OPTIONS: '--max-semi-space-size=8',
      RELEASE: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(documentRules).toContain("function fixedUsers() { return ['one', 'two']; }");
    expect(documentRules).toContain("function pictureBucket() { return 'our-bucket'; }");
    expect(readdirSync(inRepository('functions'))).not.toContain(left);
  } finally {
    await rm(folder, { recursive: true });
  }
});
