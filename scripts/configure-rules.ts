import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { readFixedUserIds } from '@datchain/shared/contracts/documents/new-user.ts';
import { configureRules, type RulesSettings } from '../rules/configure.ts';
import { inRepository } from './lib/root.ts';

const target = 'dist/firestore.rules';

const help = `Writes ${target}: rules/firestore.rules with what this deployment decides.
"firebase deploy" runs it by itself before it deploys the rules.

  FIXED_USER_IDS   uids whose followers every new user joins, with commas between; none when empty
  PICTURE_BUCKET   the Storage bucket with profile pictures, e.g. my-project.firebasestorage.app

  --dry-run        shows what would be written
  --help           this text`;

/** The settings that the environment holds. @throws when one of them is missing or unusable. */
export function rulesSettings(env: NodeJS.ProcessEnv): RulesSettings {
  const { FIXED_USER_IDS, PICTURE_BUCKET } = env;
  if (FIXED_USER_IDS === undefined || PICTURE_BUCKET === undefined) {
    throw new Error('Set FIXED_USER_IDS and PICTURE_BUCKET; see --help.');
  }
  return { fixedUserIds: readFixedUserIds(FIXED_USER_IDS), pictureBucket: PICTURE_BUCKET };
}

function main(): void {
  const { values } = parseArgs({
    options: { 'dry-run': { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(help);
    return;
  }
  try {
    const source = readFileSync(inRepository('rules/firestore.rules'), 'utf8');
    const rules = configureRules(source, rulesSettings(process.env));
    if (values['dry-run']) {
      console.log(rules);
      return;
    }
    mkdirSync(dirname(inRepository(target)), { recursive: true });
    writeFileSync(inRepository(target), rules);
    console.log(`${target} is written.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

if (import.meta.main) main();
