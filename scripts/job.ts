import { parseArgs } from 'node:util';
import { dryRuns, type JobName, jobs } from '../functions/jobs/jobs.ts';
import { alone } from '../functions/jobs/lease.ts';
import { services } from '../functions/services.ts';
import { loadSecrets } from './launch/steps/secrets.ts';
import { pointToProject, whereHelp, whereOptions } from './lib/project-files.ts';

const help = `Runs a scheduled job now and prints what it did.

  npm run job -- NAME [--project <name>]

${whereHelp}
  --dry-run          changes nothing, says what would be done: ${Object.keys(dryRuns).join(', ')}

Jobs: ${Object.keys(jobs).join(', ')}`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    ...whereOptions,
    'dry-run': { type: 'boolean' },
  },
});
const [name = ''] = positionals;
const isJob = (text: string): text is JobName => Object.hasOwn(jobs, text);
const job = isJob(name) ? (values['dry-run'] ? dryRuns : jobs)[name] : undefined;
if (values.help || !job) {
  console.log(help);
  process.exitCode = values.help ? 0 : 1;
} else {
  try {
    pointToProject(values);
    if (values.project !== undefined) await loadSecrets(values.project);
    const all = services();
    console.log(name, await alone(all, name, () => job(all)));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
