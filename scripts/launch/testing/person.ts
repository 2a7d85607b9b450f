import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository } from '../../lib/root.ts';

export function writeCredentials(folder: string, googleUrl: string): string {
  const [subject, path] = [join(folder, 'subject'), join(folder, 'credentials.json')];
  writeFileSync(subject, 'a person');
  const credentials = {
    type: 'external_account',
    token_url: `${googleUrl}/token`,
    audience:
      '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    credential_source: { file: subject },
  };
  writeFileSync(path, JSON.stringify(credentials));
  return path;
}

/**
 * Runs a program of the repository like a person who types `input`.
 *
 * @param stop kills it without a chance to clean up
 */
export async function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  input: string,
  stop = new AbortController().signal,
) {
  const options = { env, signal: stop, killSignal: 'SIGKILL' } as const;
  const child = spawn(process.execPath, [inRepository(program), ...args], options);
  child.on('error', () => {});
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output, lines: output.trim().split('\n') };
}
