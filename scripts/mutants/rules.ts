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
import { createVitest, type Vitest } from 'vitest/node';
import { gitFiles } from '../lib/git-files.ts';
import { inRepository } from '../lib/root.ts';
import { isIn, type Mutant, oneLine } from './mutant.ts';
import { listMutants, rulesAlone } from './replacements.ts';

/** The rules files with the tests that must notice a change, the quickest first. */
const judges: Readonly<Record<string, string>> = {
  'rules/database.rules.json': 'rules/database-rules.emulator.test.ts',
  'rules/storage.rules': 'rules/storage-rules.emulator.test.ts',
  'rules/firestore.rules': 'rules/firestore-rules.emulator.test.ts',
};

/**
 * Copies the project, so that its rules can be changed; the copy shares the packages. @returns its
 * folder
 */
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

const askedFirst = 12;
const escaped = (name: string): string => name.replace(/[^\w ]/g, '.');

interface Failure {
  readonly test: string;
  readonly ranOut: boolean;
}

class Judge {
  readonly #vitest: Vitest;
  /** Tests that noticed changes of a file, the latest first: they often notice the next one too. */
  readonly #noticers = new Map<string, string[]>();

  private constructor(vitest: Vitest) {
    this.#vitest = vitest;
  }

  static async open(folder: string): Promise<Judge> {
    const root = inRepository(folder);
    const config = join(root, 'vitest.rules.config.ts');
    return new Judge(await createVitest('test', { root, config, watch: false, reporters: [{}] }));
  }

  close = (): Promise<void> => this.#vitest.close();

  /**
   * Runs the tests of a file whose names match, and returns the first failure. Leaves out M-46: it
   * checks coverage, so it fails for a changed rule even if no test of behaviour notices the change.
   */
  async #firstFailure(file: string, name = ''): Promise<Failure | undefined> {
    this.#vitest.setGlobalTestNamePattern(new RegExp(`^(?!.*M-46).*${name}`));
    const { testModules, unhandledErrors } = await this.#vitest.start([file]);
    // Vitest sets the exit code even when it runs inside another program.
    process.exitCode = undefined;
    const asked = testModules.filter(({ moduleId }) => moduleId.endsWith(`/${file}`));
    if (asked.length === 0 || unhandledErrors.length > 0) return { test: '', ranOut: false };
    for (const module of asked) {
      for (const test of module.children.allTests('failed')) {
        const { errors } = test.result();
        const ranOut = errors?.some(({ message }) => message.includes('timed out in')) ?? false;
        return { test: test.name, ranOut };
      }
      if (!module.ok()) return { test: '', ranOut: false };
    }
    return undefined;
  }

  async notices(file: string): Promise<boolean> {
    const judge = judges[file] ?? '';
    const first = this.#noticers.get(file) ?? [];
    const asked = [...(first.length > 0 ? [`(${first.map(escaped).join('|')})$`] : []), ''];
    for (const name of asked) {
      const failure = await this.#firstFailure(judge, name);
      if (!failure) continue;
      if (failure.test) {
        const others = first.filter((one) => one !== failure.test);
        this.#noticers.set(file, [failure.test, ...others].slice(0, askedFirst));
      }
      // A timeout only shows that the machine is busy.
      return !failure.ranOut;
    }
    return false;
  }
}

/** Replacements that no test can notice, by their line, each with the reason. */
const explained: Readonly<Record<string, string>> = {
  // The change only adds create and delete, where one of the two documents is missing.
  'allow update: if isUser(uid) && changesOwnDetails(resource.data, request.resource.data, uid);':
    'update ⇒ write',
  'allow update: if followsAFixedUser(resource.data, request.resource.data, uid);':
    'update ⇒ write',
  // The change only adds delete, where no document is left that could mirror the user.
  'allow create, update: if isUser(uid)': 'update ⇒ write',
  // The change only adds delete, which the line after the next allows to the same user.
  'allow create, update: if isUser(uid) && isPicture(request.resource)': 'update ⇒ write',
  // The change only adds list, where no resource could name its uploader.
  'allow get: if namesUploader(resource);': 'get ⇒ read',
  // The change only adds update and delete, where the file exists and isNew() refuses.
  'allow create: if isNew() && isPicture(request.resource) && isSized(request.resource, 20)':
    'create ⇒ write',
  'allow create: if isNew() && isRecording(request.resource) && isSized(request.resource, 200)':
    'create ⇒ write',
};

function mutantsIn(file: string) {
  const rules = readFileSync(inRepository(file), 'utf8');
  return listMutants(rules)
    .map(({ line, found, replacement, text }) => ({
      file,
      line,
      code: oneLine(rules.split('\n')[line - 1] ?? ''),
      replacement: oneLine(`${found} ⇒ ${replacement}`),
      hash: createHash('sha256').update(rulesAlone(text)).digest('hex'),
      text,
    }))
    .filter(({ code, replacement }) => explained[code] !== replacement);
}

/** Hashes of mutated rules that a test noticed; equal rules are the same mutant. */
const kept = inRepository('node_modules/.cache/datchain/noticed-rules.json');

const readNoticed = (): Set<string> =>
  new Set(
    existsSync(kept) ? v.parse(v.array(v.string()), JSON.parse(readFileSync(kept, 'utf8'))) : [],
  );

/** @throws when the tests fail without any change */
async function requireGreen(): Promise<void> {
  const judge = await Judge.open(copyOfProject('unchanged'));
  for (const file of Object.keys(judges)) {
    if (await judge.notices(file)) throw new Error(`Without any change the tests of ${file} fail.`);
  }
  await judge.close();
}

/**
 * Tries every replacement of replacements.ts in the rules files, each against the tests of rules,
 * several concurrently. Noticed mutants are recorded at once and not tried again, so a stopped run
 * can be resumed. `paths` are `rules`, or files in it.
 *
 * @throws when the tests fail without any change
 */
export async function mutateRules(paths: readonly string[]): Promise<Mutant[]> {
  const all = Object.keys(judges)
    .filter((file) => isIn(file, paths))
    .flatMap(mutantsIn);
  const noticed = readNoticed();
  const waiting = all.filter(({ hash }) => !noticed.has(hash));
  async function work(name: string): Promise<void> {
    const folder = copyOfProject(name);
    const judge = await Judge.open(folder);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const copy = inRepository(join(folder, next.file));
      writeFileSync(copy, next.text);
      const isNoticed = await judge.notices(next.file);
      cpSync(inRepository(next.file), copy);
      console.log(
        `${isNoticed ? 'noticed' : 'NOT NOTICED'} ${next.file}:${next.line} ${next.replacement}`,
      );
      if (!isNoticed) continue;
      noticed.add(next.hash);
      mkdirSync(dirname(kept), { recursive: true });
      writeFileSync(kept, JSON.stringify([...noticed]));
    }
    await judge.close();
  }
  await requireGreen();
  const workers = Array.from({ length: availableParallelism() }, (_, index) => `${index}`);
  await Promise.all(workers.map(work));
  return all.map(({ hash, ...about }) => ({ ...about, isNoticed: noticed.has(hash) }));
}
