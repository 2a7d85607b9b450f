import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { StackFacts } from './control.ts';

/** A time longer than Node's default before a server closes an idle connection. */
const IDLE_MILLIS = 7_000;

const { addresses, control } = JSON.parse(process.env.DATCHAIN_STACK ?? '{}') as StackFacts;
const { hosting, functions, database, auth, storage, stripe } = addresses;

test.each(Object.entries({ hosting, functions, database, auth, storage, stripe, control }))(
  'an idle connection to %s stays open: no request meets a server that is hanging up',
  { concurrent: true },
  async (_, address) => {
    const { hostname, port, host } = new URL(address);
    const socket = connect(Number(port), hostname);
    let hasEnded = false;
    socket.on('end', () => {
      hasEnded = true;
    });
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    await once(socket, 'data');
    await sleep(IDLE_MILLIS);
    expect(hasEnded).toBe(false);
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
  },
);
