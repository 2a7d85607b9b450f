import { isPortFree } from '@datchain/emulators-common/free-port.ts';
import { ownerOfPort } from '@datchain/emulators-common/processes.ts';
import { type Ports, services } from './ports.ts';

/** @throws naming every port that something else holds, what holds it, and what to do. */
export async function requireFree(ports: Ports): Promise<void> {
  const lines = [];
  for (const service of services) {
    if (await isPortFree(ports[service])) continue;
    const owner = ownerOfPort(ports[service]);
    const holder = owner ? `process ${owner.pid}: ${shorten(owner.command)}` : 'another program';
    lines.push(`  ${ports[service]} (${service}) is held by ${holder}`);
  }
  if (lines.length === 0) return;
  throw new Error(
    `${lines.length === 1 ? 'A port is' : 'Some ports are'} taken:\n${lines.join('\n')}\n` +
      'Stop what holds them and start again. (On macOS, AirPlay holds 5000: switch off ' +
      '"AirPlay Receiver".)',
  );
}

const shorten = (command: string): string =>
  command.length > 100 ? `${command.slice(0, 99)}…` : command;
