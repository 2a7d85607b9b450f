import { readdirSync, readFileSync } from 'node:fs';
import { readEnvironment } from '@datchain/functions/environment.ts';
import {
  buildVariables,
  exampleSettings,
  functionsVariables,
  parseProjectFile,
} from '@datchain/shared/contracts/project-file.ts';
import { describe, expect, test } from 'vitest';
import { aProjectFile } from '../deploy/testing/project-file.ts';
import { workflowVariables } from '../project.ts';
import { readProject } from './project-files.ts';
import { inRepository } from './root.ts';

const parse = (change: object) =>
  parseProjectFile(JSON.stringify({ ...aProjectFile, ...change }), 'deploy/x.json');

describe('[N-LCH-02] the file of a project', () => {
  test.each(readdirSync(inRepository('deploy')).filter((name) => name.endsWith('.json')))(
    '%s is a valid file, and refused as long as it has example settings',
    (name) => {
      const text = readFileSync(inRepository(`deploy/${name}`), 'utf8');
      const file = parseProjectFile(text, name);
      // A production file no longer counts as an example once its owner has filled it in.
      const examples = exampleSettings(file);
      if (examples.length > 0) {
        expect(() => readProject(name.replace('.json', ''))).toThrow(
          `deploy/${name} is not filled in: ${examples.join(', ')}.`,
        );
      }
    },
  );

  test.each([
    ['an unknown key', { colour: 'red' }, 'deploy/x.json: colour is no setting.'],
    [
      'an unknown key of a part',
      { appCheck: { mode: 'off', siteKey: '', x: 1 } },
      'appCheck.x is no',
    ],
    ['a missing key', { domain: undefined }, 'domain is missing'],
    ['an address for a domain', { domain: 'https://music.test' }, 'domain is not a domain'],
    ['a name for a project', { project: 'Our Music' }, 'project is not the id of a project'],
    [
      'an unknown mode of App Check',
      { appCheck: { mode: 'on', siteKey: '' } },
      'appCheck.mode is not',
    ],
    [
      'App Check without a key',
      { appCheck: { mode: 'enforce', siteKey: '' } },
      'appCheck needs a siteKey for its mode',
    ],
    [
      'a key of unknown kind',
      { appCheck: { mode: 'off', siteKey: 'x' } },
      'appCheck.siteKey is not',
    ],
    ['a name for a uid', { fixedUsers: ['a b'] }, 'fixedUsers.0 is not a uid'],
    ['a number without quotes', { number: 123_456_789_012 }, 'number has to be text, in quotes'],
    ['a sender without an address', { mailFrom: 'Us' }, 'mailFrom is not an address'],
    ['a sender without brackets', { mailFrom: 'Us us@music.test' }, 'mailFrom is not an address'],
    ['a malformed witness', { witnesses: ['blub'] }, 'witnesses.0 is not a line of a policy'],
  ])('a project file with %s is refused with a sentence about it', (_what, change, sentence) => {
    expect(() => parse(change)).toThrow(sentence);
  });

  test('a project file that is not JSON is refused', () => {
    expect(() => parseProjectFile('{', 'deploy/x.json')).toThrow('deploy/x.json is not JSON');
  });

  test('an unknown project is refused, with the names of the existing files', () => {
    expect(() => readProject('nothing')).toThrow('There is no deploy/nothing.json; there is');
  });

  test('a project file gives the functions all variables except their secrets', () => {
    const environment = readEnvironment({
      ...functionsVariables(aProjectFile),
      GCLOUD_PROJECT: aProjectFile.project,
      MAIL_API_KEY: 'key',
      REBUILD_TOKEN: 'token',
    });
    expect(environment).toMatchObject({
      siteUrl: 'https://music.test',
      publicLogOrigin: 'music.test/data/v1/tlog',
      appCheck: 'off',
      mail: { from: 'Our Music <hello@music.test>' },
      rebuild: { url: new URL('https://api.github.com/repos/us/our-music/dispatches') },
    });
  });

  test('values given in a project file replace the defaults', () => {
    const given = {
      publicLogOrigin: 'old.test/data/v1/tlog',
      bucket: 'our-bucket',
      databaseUrl: 'https://our-music.europe-west1.firebasedatabase.app',
    };
    expect(buildVariables(parse(given))).toMatchObject({
      PUBLIC_LOG_ORIGIN: given.publicLogOrigin,
      STORAGE_BUCKET: given.bucket,
      DATABASE_URL: given.databaseUrl,
      FIREBASE_CONFIG: JSON.stringify({
        databaseURL: given.databaseUrl,
        storageBucket: given.bucket,
      }),
    });
  });

  test('values of several lines are passed on to a workflow', () => {
    expect(workflowVariables({ A: '1', B: 'two\nlines' })).toBe(
      'A<<END_OF_VALUE\n1\nEND_OF_VALUE\nB<<END_OF_VALUE\ntwo\nlines\nEND_OF_VALUE\n',
    );
  });
});
