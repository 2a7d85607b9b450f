import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findGoogleFirestore } from './find-google-firestore.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'datchain-find-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(path: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), '#!/bin/sh\n');
  chmodSync(join(folder, path), 0o755);
}

const find = (given?: string) =>
  findGoogleFirestore({
    env: { PATH: join(folder, 'bin'), FIRESTORE_EMULATOR_HOST: given },
    home: folder,
  });

function installGcloud(withEmulator: boolean): void {
  program('sdk/bin/gcloud');
  mkdirSync(join(folder, 'bin'), { recursive: true });
  symlinkSync(join(folder, 'sdk/bin/gcloud'), join(folder, 'bin/gcloud'));
  if (withEmulator)
    mkdirSync(join(folder, 'sdk/platform/cloud-firestore-emulator'), { recursive: true });
}

function downloadJars(): void {
  program('bin/java');
  for (const version of ['1.9.8', '1.19.8', '1.20.2']) {
    program(`.cache/firebase/emulators/cloud-firestore-emulator-v${version}.jar`);
  }
}

describe('the Firestore emulator', () => {
  it('comes from gcloud, if gcloud has it installed', () => {
    installGcloud(true);
    downloadJars();
    expect(find()).toEqual({ kind: 'gcloud', command: join(folder, 'bin/gcloud') });
  });

  it('is otherwise the newest jar that firebase-tools downloaded', () => {
    installGcloud(false);
    downloadJars();
    expect(find()).toMatchObject({ kind: 'jar', jar: expect.stringContaining('v1.20.2.jar') });
  });

  it('is otherwise the running one of FIRESTORE_EMULATOR_HOST, on this machine only', () => {
    expect(find('127.0.0.1:8080')).toEqual({ kind: 'given', hostAndPort: '127.0.0.1:8080' });
    expect(() => find('firestore.example:8080')).toThrow('must be on this machine');
  });

  it('is otherwise refused with every way to install it', () => {
    expect(() => find()).toThrow(
      /gcloud components install[\s\S]*setup:emulators:firestore[\s\S]*FIRESTORE_EMULATOR_HOST/,
    );
  });
});
