import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildFunctions } from '@datchain/functions/build.ts';
import { bucketOf, type ProjectFile } from '@datchain/shared/contracts/project-file.ts';
import { listHandlers } from '@datchain/stack/functions-exports.ts';
import * as v from 'valibot';
import { configureRules } from '../../rules/configure.ts';
import { inRepository } from '../lib/root.ts';

const endpoint = v.looseObject({
  cpu: v.number(),
  availableMemoryMb: v.number(),
  concurrency: v.number(),
  maxInstances: v.number(),
  timeoutSeconds: v.number(),
  secretEnvironmentVariables: v.optional(v.array(v.looseObject({ key: v.string() })), []),
  scheduleTrigger: v.optional(v.looseObject({ schedule: v.string() })),
});

const indexes = v.object({
  indexes: v.array(
    v.object({
      collectionGroup: v.string(),
      queryScope: v.string(),
      fields: v.array(v.record(v.string(), v.unknown())),
    }),
  ),
  fieldOverrides: v.array(
    v.object({
      collectionGroup: v.string(),
      fieldPath: v.string(),
      ttl: v.optional(v.boolean(), false),
      indexes: v.array(v.looseObject({})),
    }),
  ),
});

export interface WantedFunction {
  readonly name: string;
  readonly region: string;
  readonly endpoint: v.InferOutput<typeof endpoint>;
}

export interface Release {
  readonly folder: string;
  readonly documentRules: string;
  readonly fileRules: string;
  readonly databaseRules: string;
  readonly indexes: v.InferOutput<typeof indexes>;
  /** Variables of the functions, including RELEASE. */
  readonly variables: Readonly<Record<string, string>>;
  readonly functions: readonly WantedFunction[];
}

const names = {
  functions: 'functions',
  documentRules: 'firestore.rules',
  fileRules: 'storage.rules',
  databaseRules: 'database.rules.json',
  indexes: 'firestore.indexes.json',
};

const FOLDER = 'functions/dist-launch-';

function removeLeftOver(): void {
  const parent = dirname(inRepository(FOLDER));
  for (const name of readdirSync(parent)) {
    const [, pid] = /^dist-launch-(\d+)-/.exec(name) ?? [];
    if (pid && !isRunning(Number(pid)))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Builds the release that this clone would deploy to a project. The folder is inside the workspace,
 * so that the bundle finds its external packages. It is removed when this process ends.
 */
export async function buildRelease(file: ProjectFile): Promise<Release> {
  removeLeftOver();
  const folder = mkdtempSync(inRepository(`${FOLDER}${process.pid}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const functions = join(folder, names.functions);
  await mkdir(functions);
  await buildFunctions(functions, file);
  const source = await readFile(inRepository('rules/firestore.rules'), 'utf8');
  const documentRules = configureRules(source, {
    fixedUserIds: file.fixedUsers,
    pictureBucket: bucketOf(file),
  });
  await writeFile(join(folder, names.documentRules), documentRules);
  for (const name of [names.fileRules, names.databaseRules, names.indexes]) {
    await copyFile(inRepository(`rules/${name}`), join(folder, name));
  }
  const settings = {
    functions: [{ source: names.functions, codebase: 'default', runtime: 'nodejs24' }],
    firestore: { rules: names.documentRules, indexes: names.indexes },
    database: { rules: names.databaseRules },
    storage: [{ bucket: bucketOf(file), rules: names.fileRules }],
  };
  await writeFile(join(folder, 'firebase.json'), JSON.stringify(settings));
  return readRelease(folder);
}

async function readRelease(folder: string): Promise<Release> {
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const bundle = await import(pathToFileURL(join(folder, names.functions, 'index.js')).href);
  const handlers = listHandlers(bundle);
  return {
    folder,
    documentRules: await read(names.documentRules),
    fileRules: await read(names.fileRules),
    databaseRules: await read(names.databaseRules),
    indexes: v.parse(indexes, JSON.parse(await read(names.indexes))),
    variables: parseVariables(await read(`${names.functions}/.env`)),
    functions: handlers.map(({ name, region, handler }) => ({
      name,
      region,
      endpoint: v.parse(endpoint, handler.__endpoint),
    })),
  };
}

/** Reads variables in the format of functions/build.ts: one per line, quoted like JSON. */
const parseVariables = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => {
        const at = line.indexOf('=');
        return [line.slice(0, at), v.parse(v.string(), JSON.parse(line.slice(at + 1)))];
      }),
  );
