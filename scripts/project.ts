import { parseArgs } from 'node:util';
import {
  buildVariables,
  rebuildAccountOf,
  workloadIdentityOf,
} from '@datchain/shared/contracts/project-file.ts';
import { runCommandLine } from './lib/command-line.ts';
import { readProject } from './lib/project-files.ts';

const help = `Prints the environment variables from deploy/<name>.json, in the format of a workflow's $GITHUB_ENV.

  node scripts/project.ts <name>`;

/** Formats variables for a workflow's environment file; some values have several lines. */
export function workflowVariables(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}<<END_OF_VALUE\n${value}\nEND_OF_VALUE\n`)
    .join('');
}

async function main(): Promise<string | undefined> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' } },
  });
  const [name] = positionals;
  if (values.help || name === undefined) return help;
  const file = readProject(name);
  const all = {
    ...buildVariables(file),
    WORKLOAD_IDENTITY_PROVIDER: workloadIdentityOf(file),
    REBUILD_SERVICE_ACCOUNT: rebuildAccountOf(file),
  };
  process.stdout.write(workflowVariables(all));
  return undefined;
}

if (import.meta.main) await runCommandLine(main);
