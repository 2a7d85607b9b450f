import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { bucketOf, type ProjectFile } from '@datchain/shared/contracts/project-file.ts';
import { configureRules, type RulesSettings } from '../rules/configure.ts';
import { projectOf } from './lib/project-files.ts';
import { inRepository } from './lib/root.ts';

const target = 'dist/firestore.rules';

const help = `Writes ${target}: rules/firestore.rules with what the project's file in deploy/ decides.
"firebase deploy" runs it by itself before it deploys the rules.

  GCLOUD_PROJECT   the project's id

  --dry-run        shows what would be written
  --help           this text`;

/** The settings that the rules take from the file of a project. */
export const rulesSettings = (file: ProjectFile): RulesSettings => ({
  fixedUserIds: file.fixedUsers,
  pictureBucket: bucketOf(file),
});

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
    const rules = configureRules(
      source,
      rulesSettings(projectOf(process.env.GCLOUD_PROJECT ?? '')),
    );
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
