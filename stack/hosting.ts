import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import type { Server } from 'node:http';
import { join, relative, sep } from 'node:path';
import { keepIdleConnections } from '@datchain/emulators-common/keep-idle.ts';
import { host } from '@datchain/emulators-common/local-only.ts';
import { keepFingerprinted } from '@datchain/shared/contracts/hosting-config.ts';
import { initConfigPath } from '@datchain/shared/contracts/site-addresses.ts';
import express from 'express';
import superstatic from 'superstatic/lib/superstatic.js';
import { answerRanges } from './answer-ranges.ts';
import { withLocalPolicy } from './csp.ts';
import {
  type Addresses,
  appCheckDebugToken,
  databaseUrl,
  demoAppId,
  storageBucket,
} from './environment.ts';
import { type FindFunction, passToFunction } from './pass-to-function.ts';
import type { Ports } from './ports.ts';
import { createFileFinder } from './site-files.ts';

export type Hosting = { port: number; close(): Promise<void> };

export type HostingOptions = {
  projectId: string;
  ports: Ports;
  addresses: Addresses;
  siteDir: string;
  configFile: string;
  findFunction?: FindFunction;
};

export async function startHosting(options: HostingOptions): Promise<Hosting> {
  const { ports, addresses, siteDir, configFile } = options;
  const { hosting: config } = JSON.parse(readFileSync(configFile, 'utf8'));
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(refuseOtherHosts(ports.hosting));
  app.get(initConfigPath, (_request, response) => {
    response.set('Cache-Control', 'no-store').json(initConfig(options));
  });
  app.use(answerRanges);
  const serve = (files: readonly string[]) =>
    // The library's types leave out `provider`, which its documentation describes.
    superstatic({
      stack: 'strict',
      config: keepFingerprinted(
        { ...config, headers: withLocalPolicy(config.headers, addresses) },
        files,
      ),
      provider: createFileFinder(siteDir),
      rewriters: { function: options.findFunction ?? passToFunction(options) },
      compression: true,
    } as Parameters<typeof superstatic>[0]);
  const current = perVersion(siteDir, serve);
  app.use((request, response, next) => current()(request, response, next));
  app.use((_request, response) => {
    response.status(404).type('text/plain').send('Not found\n');
  });

  const server = await new Promise<Server>((resolve, reject) => {
    const listening = app.listen(ports.hosting, host, (error?: Error) =>
      error ? reject(error) : resolve(listening),
    );
  });
  keepIdleConnections(server);
  return {
    port: ports.hosting,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const isAppCheckOn = (): boolean => !['', 'off'].includes(process.env.APP_CHECK ?? 'off');
/** Caches a value per version of the site's files, because a deployment brings its own configuration. */
function perVersion<T>(siteDir: string, make: (files: readonly string[]) => T): () => T {
  let version: string | undefined;
  let made = make([]);
  return () => {
    const now = existsSync(siteDir) ? realpathSync(siteDir) : undefined;
    if (now !== version) made = make(now === undefined ? [] : filesOf(now));
    version = now;
    return made;
  };
}

const filesOf = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));

const initConfig = ({ projectId, ports, addresses }: HostingOptions) => ({
  apiKey: 'demo-api-key',
  projectId,
  appId: demoAppId,
  authDomain: `${host}:${ports.hosting}`,
  databaseURL: databaseUrl(projectId, ports),
  storageBucket: storageBucket(projectId),
  local: {
    auth: addresses.auth,
    firestore: addresses.firestore,
    functions: addresses.functions,
    storage: addresses.storage,
    ...(isAppCheckOn() && {
      appCheck: { url: addresses.appCheck, debugToken: appCheckDebugToken },
    }),
  },
});

/** Refuses other host names: a foreign name that resolves to this machine must not reach the local stack. */
const refuseOtherHosts =
  (port: number): express.RequestHandler =>
  (request, response, next) => {
    const name = request.headers.host;
    if (name === `${host}:${port}` || name === `localhost:${port}`) next();
    else response.status(421).type('text/plain').send(`Open http://${host}:${port} instead.\n`);
  };
