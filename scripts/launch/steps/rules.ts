import { isDeepStrictEqual } from 'node:util';
import { bucketOf, databaseUrlOf } from '@datchain/shared/contracts/project-file.ts';
import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import * as v from 'valibot';
import { firebaseDeploy } from '../firebase-program.ts';
import type { Google } from '../google.ts';
import type { Release } from '../release.ts';
import type { Lack, Opening, Step, Tell } from '../step.ts';

const release = v.looseObject({ name: v.string(), rulesetName: v.string() });
const ruleset = v.looseObject({
  source: v.looseObject({ files: v.array(v.looseObject({ content: v.string() })) }),
});
const index = v.looseObject({
  name: v.string(),
  queryScope: v.string(),
  fields: v.array(v.looseObject({ fieldPath: v.string() })),
});
const field = v.looseObject({
  name: v.string(),
  indexConfig: v.optional(v.looseObject({ indexes: v.optional(v.array(v.unknown()), []) }), {}),
  ttlConfig: v.optional(v.unknown()),
});

/** Returns the live rules of each service, by the name of its release. */
async function liveRules(google: Google, project: string): Promise<Map<string, string>> {
  const releases = await google.list(
    release,
    'releases',
    'firebaserules',
    `v1/projects/${project}/releases`,
  );
  const texts = new Map<string, string>();
  for (const { name, rulesetName } of releases) {
    const found = await google.find(ruleset, 'firebaserules', `v1/${rulesetName}`);
    const text = found?.source.files.map(({ content }) => content).join('\n') ?? '';
    texts.set(name.replace(`projects/${project}/releases/`, ''), text);
  }
  return texts;
}

/** Returns the group of `…/collectionGroups/<group>/indexes/<id>` or `…/fields/<path>`. */
const groupOf = (name: string): string => /\/collectionGroups\/([^/]+)\//.exec(name)?.[1] ?? '';

async function missingIndexes(
  google: Google,
  project: string,
  wanted: Release['indexes'],
): Promise<string[]> {
  const groups = `v1/projects/${project}/databases/(default)/collectionGroups/-`;
  const indexes = await google.list(index, 'indexes', 'firestore', `${groups}/indexes`);
  const filter = encodeURIComponent('indexConfig.usesAncestorConfig=false OR ttlConfig:*');
  const fields = await google.list(
    field,
    'fields',
    'firestore',
    `${groups}/fields?filter=${filter}`,
  );
  const missing: string[] = [];
  for (const { collectionGroup, queryScope, fields: wantedFields } of wanted.indexes) {
    const isThere = indexes.some(
      (live) =>
        groupOf(live.name) === collectionGroup &&
        live.queryScope === queryScope &&
        // Google adds the document name to each index.
        isDeepStrictEqual(
          live.fields.filter(({ fieldPath }) => fieldPath !== '__name__'),
          wantedFields,
        ),
    );
    const paths = wantedFields.map(({ fieldPath }) => fieldPath).join(', ');
    if (!isThere) missing.push(`${collectionGroup} by ${paths}`);
  }
  for (const { collectionGroup, fieldPath, ttl, indexes: wantedIndexes } of wanted.fieldOverrides) {
    const live = fields.find(
      ({ name }) =>
        groupOf(name) === collectionGroup &&
        name.split('/').at(-1)?.replaceAll('`', '') === fieldPath,
    );
    const name = `${collectionGroup}.${fieldPath}`;
    if (live?.indexConfig.indexes.length !== wantedIndexes.length) missing.push(name);
    else if (ttl !== (live.ttlConfig !== undefined)) missing.push(`expiry of ${name}`);
  }
  return missing;
}

/** Finds a missing Realtime Database, which the Firebase CLI does not create. */
async function missingDatabase({ google, file }: Opening): Promise<Lack[]> {
  const [name = ''] = new URL(databaseUrlOf(file)).hostname.split('.');
  const path = `v1beta/projects/${file.project}/locations/-/instances/${name}`;
  if (await google.find(v.looseObject({}), 'firebasedatabase', path)) return [];
  if (file.databaseUrl !== undefined) {
    return [{ what: `no Realtime Database ${name}: make it in Firebase's console` }];
  }
  const all = `v1beta/projects/${file.project}/locations/${functionsRegion}/instances`;
  const mend = () =>
    google.change('POST', 'firebasedatabase', `${all}?databaseId=${name}`, {
      type: 'DEFAULT_DATABASE',
    });
  return [{ what: 'no Realtime Database', mend }];
}

export const rulesStep = (releaseOf: (opening: Opening) => Promise<Release>): Step => ({
  name: 'rules',
  isAlone: true,
  async look(opening) {
    const { google, file } = opening;
    const lacks = await missingDatabase(opening);
    if (lacks.length > 0) return lacks;
    const wanted = await releaseOf(opening);
    const mend = (tell: Tell) => {
      const all = ['firestore', 'database', 'storage'];
      return firebaseDeploy(file.project, wanted.folder, all, tell);
    };
    const rules = await liveRules(google, file.project);
    if (rules.get('cloud.firestore') !== wanted.documentRules) {
      lacks.push({ what: 'the rules of documents differ', mend });
    }
    if (rules.get(`firebase.storage/${bucketOf(file)}`) !== wanted.fileRules) {
      lacks.push({ what: 'the rules of files differ', mend });
    }
    const origin = new URL(databaseUrlOf(file)).origin as `https://${string}`;
    const live = await google.text(origin, '.settings/rules.json');
    if (live.trim() !== wanted.databaseRules.trim()) {
      lacks.push({ what: 'the rules of the Realtime Database differ', mend });
    }
    const missing = await missingIndexes(google, file.project, wanted.indexes);
    if (missing.length > 0) lacks.push({ what: `no index of ${missing.join('; ')}`, mend });
    return lacks;
  },
});
