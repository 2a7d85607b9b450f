import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

export type Generation = { id: string; dir: string; savedAt: string; clockOffsetMillis: number };

const marker = 'complete.json';
const KEPT_GENERATIONS = 2;

const root = (dataDir: string): string => join(dataDir, 'generations');

/** Lists the complete generations, oldest first. One without its marker was interrupted and is left out. */
export function listGenerations(dataDir: string): Generation[] {
  if (!existsSync(root(dataDir))) return [];
  return folderNames(dataDir).flatMap((id) => {
    const dir = join(root(dataDir), id);
    const path = join(dir, marker);
    return existsSync(path) ? [{ id, dir, ...JSON.parse(readFileSync(path, 'utf8')) }] : [];
  });
}

const folderNames = (dataDir: string): string[] =>
  readdirSync(root(dataDir))
    .filter((name) => /^\d{8}$/.test(name))
    .sort();

const withAddresses = ['firestore/firestore.jsonl', 'database/database.json'];

/**
 * Rewrites the download addresses in a generation to the Storage of the stack that restores it. The
 * stack that saved it may have listened on another port.
 */
export function moveAddresses({ dir }: Pick<Generation, 'dir'>, storage: string): void {
  for (const name of withAddresses) {
    const file = join(dir, name);
    if (!existsSync(file)) continue;
    const saved = readFileSync(file, 'utf8');
    const moved = saved.replaceAll(/http:\/\/127\.0\.0\.1:\d+(?=\/v0\/b\/)/g, storage);
    if (moved === saved) continue;
    writeFileSync(`${file}.part`, moved, { flush: true });
    renameSync(`${file}.part`, file);
  }
}

export function beginGeneration(dataDir: string): { id: string; dir: string } {
  mkdirSync(root(dataDir), { recursive: true });
  const last = Number(folderNames(dataDir).at(-1) ?? 0);
  const id = String(last + 1).padStart(8, '0');
  const dir = join(root(dataDir), id);
  mkdirSync(dir);
  return { id, dir };
}

/** Completes a generation, which the next start restores, and deletes the ones it replaces. */
export function completeGeneration(
  dataDir: string,
  id: string,
  clockOffsetMillis: number,
): Generation {
  const dir = join(root(dataDir), id);
  const unfinished = join(dir, `${marker}.part`);
  const facts = { savedAt: new Date().toISOString(), clockOffsetMillis };
  writeFileSync(unfinished, JSON.stringify(facts), { flush: true });
  renameSync(unfinished, join(dir, marker));

  const kept = listGenerations(dataDir).slice(-KEPT_GENERATIONS);
  for (const name of folderNames(dataDir)) {
    if (!kept.some((generation) => generation.id === name)) {
      rmSync(join(root(dataDir), name), { recursive: true, force: true });
    }
  }
  return { id, dir, ...facts };
}
