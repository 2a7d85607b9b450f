/**
 * The functions as production runs them. Nothing tells the SDKs that this is a local stack, so
 * tokens are checked by their signature. Only the stores are local; requests to Google go to a
 * local address:  node production-process.ts <its port> <project id>
 */
import { globalAgent } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { keepIdleConnections } from '@datchain/emulators-common/keep-idle.ts';
import { createFunctionsApp } from '@datchain/stack/functions-app.ts';
import { listHandlers } from '@datchain/stack/functions-exports.ts';
import { Gate } from '@datchain/stack/gate.ts';

const [googlePort, projectId = ''] = process.argv.slice(2);

// Every https request of this process goes there, whatever its host.
Object.assign(globalAgent, { createConnection: () => connect(Number(googlePort), '127.0.0.1') });

const app = createFunctionsApp({
  projectId,
  handlers: listHandlers(await import('@datchain/functions/index.ts')),
  gate: new Gate(),
  setClockOffset: () => {
    throw new Error('Production time is nobody’s to change.');
  },
});
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
keepIdleConnections(server);
process.on('disconnect', () => process.exit());
