import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { runCommand } from '../lib/command.ts';
import { gitFiles } from '../lib/git-files.ts';
import { inRepository } from '../lib/root.ts';
import { type Mutant, mutantSchema, oneLine } from './mutant.ts';
import { mutantsOf } from './replacements.ts';

/** The files of rules, and the tests that must notice a change in them. */
const judges: Readonly<Record<string, string>> = {
  'rules/firestore.rules': 'rules/firestore-rules.emulator.test.ts',
  'rules/database.rules.json': 'rules/database-rules.emulator.test.ts',
  'rules/storage.rules': 'rules/storage-rules.emulator.test.ts',
};

/** Reads that SPEC names: a judge of Firestore and Realtime Database, asked when the first is content. */
const readsOfSpec = 'rules/spec-reads.emulator.test.ts';

/** Makes a copy of the project whose rules may be changed; its packages are the project's. @returns its folder */
function copyOfProject(name: string): string {
  const folder = `test-results/mutants/${name}`;
  rmSync(inRepository(folder), { recursive: true, force: true });
  for (const path of gitFiles('*.json', '*.ts', '*.tsx', '*.rules')) {
    const copy = inRepository(join(folder, path));
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(inRepository(path), copy);
  }
  symlinkSync(inRepository('node_modules'), inRepository(join(folder, 'node_modules')));
  return folder;
}

/** The report of what the tests have seen is left out: it would notice a change without a test. */
const vitest = (folder: string, test: string) =>
  runCommand({
    script: 'vitest/vitest.mjs',
    parameters: ['run', '--config', 'vitest.rules.config.ts', '-t', '^(?!.*M-46)', test],
    folder,
  });

async function isNoticed(folder: string, file: string): Promise<boolean> {
  for (const test of [judges[file] ?? '', readsOfSpec]) {
    if (!(await vitest(folder, test)).isGood) return true;
  }
  return false;
}

const kept = inRepository('node_modules/.cache/datchain/rules-mutants.json');

/** All that was known at the end of the last run. */
export const mutantsOfRules = (): Mutant[] =>
  existsSync(kept) ? v.parse(v.array(mutantSchema), JSON.parse(readFileSync(kept, 'utf8'))) : [];

/**
 * Tries every replacement of replacements.ts in the files of rules, each against the tests of rules,
 * several side by side.
 *
 * @throws when the tests are red without any change
 */
export async function mutateRules(onDone: (mutant: Mutant) => void): Promise<void> {
  const waiting = Object.keys(judges).flatMap((file) =>
    mutantsOf(readFileSync(inRepository(file), 'utf8')).map((mutant) => ({ file, ...mutant })),
  );
  const results: Mutant[] = [];
  async function work(name: string): Promise<void> {
    const folder = copyOfProject(name);
    for (const file of Object.keys(judges)) {
      if (await isNoticed(folder, file))
        throw new Error(`Without any change the tests of ${file} fail.`);
    }
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { file, line, found, replacement, text } = next;
      const original = readFileSync(inRepository(file), 'utf8');
      const copy = inRepository(join(folder, file));
      writeFileSync(copy, text);
      const mutant = {
        file,
        line,
        code: oneLine(original.split('\n')[line - 1] ?? ''),
        replacement: oneLine(`${found} ⇒ ${replacement}`),
        isNoticed: await isNoticed(folder, file),
      };
      writeFileSync(copy, original);
      results.push(mutant);
      onDone(mutant);
    }
  }
  const workers = Array.from({ length: availableParallelism() }, (_, index) => `${index}`);
  await Promise.all(workers.map(work));
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, JSON.stringify(results));
}
