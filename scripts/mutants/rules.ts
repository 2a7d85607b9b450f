import { createHash } from 'node:crypto';
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

/**
 * Runs the tests of a file whose names fit. The report of what the tests have seen is left out: it
 * would notice a change without a test.
 */
const vitest = (folder: string, file: string, name = '') =>
  runCommand({
    script: 'vitest/vitest.mjs',
    parameters: ['run', '--config', 'vitest.rules.config.ts', '-t', `^(?!.*M-46).*${name}`, file],
    folder,
    env: { NO_COLOR: '1' },
  });

/** The tests that noticed changes of a file, the last first: they often notice the next one too. */
const noticers = new Map<string, string[]>();
const askedFirst = 12;

function noteNoticer(file: string, output: string): void {
  const name = /^ *FAIL .* > (.+?)…?$/m.exec(output)?.[1];
  if (!name) return;
  const others = (noticers.get(file) ?? []).filter((one) => one !== name);
  noticers.set(file, [name, ...others].slice(0, askedFirst));
}

async function isNoticed(folder: string, file: string): Promise<boolean> {
  const judge = judges[file] ?? '';
  const first = (noticers.get(file) ?? []).map((name) => name.replace(/[^\w ]/g, '.'));
  const asked = [
    ...(first.length > 0 ? [[judge, `(${first.join('|')})`]] : []),
    [judge],
    [readsOfSpec],
  ];
  for (const [test = '', name] of asked) {
    const { isGood, output } = await vitest(folder, test, name);
    if (isGood) continue;
    if (test === judge) noteNoticer(file, output);
    // Running out of time says how busy the machine is.
    return !output.includes('timed out in');
  }
  return false;
}

const kept = inRepository('node_modules/.cache/datchain/rules-mutants.json');

/** What was found, with the changed text's hash: the same text is the same mutant. */
const keptSchema = v.array(v.object({ ...mutantSchema.entries, hash: v.string() }));
type Kept = v.InferOutput<typeof keptSchema>[number];

const readKept = (): Kept[] =>
  existsSync(kept) ? v.parse(keptSchema, JSON.parse(readFileSync(kept, 'utf8'))) : [];

function writeKept(results: readonly Kept[]): void {
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, JSON.stringify(results));
}

/** All that is known by now. */
export const mutantsOfRules = (): Mutant[] => readKept();

/** Every replacement of replacements.ts in the files of rules, as rules are now. */
const allMutants = () =>
  Object.keys(judges).flatMap((file) => {
    const rules = readFileSync(inRepository(file), 'utf8');
    return mutantsOf(rules).map(({ line, found, replacement, text }) => ({
      file,
      line,
      code: oneLine(rules.split('\n')[line - 1] ?? ''),
      replacement: oneLine(`${found} ⇒ ${replacement}`),
      hash: createHash('sha256').update(text).digest('hex'),
      text,
    }));
  });

/**
 * Tries every replacement of replacements.ts in the files of rules, each against the tests of rules,
 * several side by side. What was noticed before is not tried again; what is found is kept at once.
 *
 * @throws when the tests are red without any change
 */
export async function mutateRules(onDone: (mutant: Mutant) => void): Promise<void> {
  const all = allMutants();
  const hashes = new Set(all.map(({ hash }) => hash));
  const results = readKept().filter(({ hash, isNoticed }) => isNoticed && hashes.has(hash));
  const known = new Set(results.map(({ hash }) => hash));
  const waiting = all.filter(({ hash }) => !known.has(hash));
  const unchanged = copyOfProject('unchanged');
  for (const file of Object.keys(judges)) {
    if (await isNoticed(unchanged, file))
      throw new Error(`Without any change the tests of ${file} fail.`);
  }
  async function work(name: string): Promise<void> {
    const folder = copyOfProject(name);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { text, ...about } = next;
      const copy = inRepository(join(folder, about.file));
      writeFileSync(copy, text);
      const mutant = { ...about, isNoticed: await isNoticed(folder, about.file) };
      cpSync(inRepository(about.file), copy);
      results.push(mutant);
      writeKept(results);
      onDone(mutant);
    }
  }
  const workers = Array.from({ length: availableParallelism() }, (_, index) => `${index}`);
  await Promise.all(workers.map(work));
}
