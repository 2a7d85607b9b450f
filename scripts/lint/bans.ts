import type { IConfiguration, IRegularForbiddenRuleType } from 'dependency-cruiser';

const tests = String.raw`\.(test|spec)\.tsx?$|(^|/)testing/`;

interface Exceptions {
  readonly except?: string[];
  readonly toExcept?: string[];
}

const ban = (
  name: string,
  comment: string,
  from: string,
  to: IRegularForbiddenRuleType['to'],
  { except = [], toExcept = [] }: Exceptions = {},
): IRegularForbiddenRuleType => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: [tests, ...except] },
  to: { ...to, pathNot: toExcept },
});

const sites = '^(ledger|portal)/';
const firebase = '^node_modules/(firebase|firebase-admin|@google-cloud)/';

export const bans: IConfiguration = {
  forbidden: [
    {
      name: 'circle',
      comment: 'Files import in one direction; only what is loaded later may come back.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    ban(
      'firebase',
      'Only portal/src/lib, functions/stores and emulators talk to the SDKs.',
      '^(shared|tlog|ledger|portal|functions|builder|scripts|demo)/',
      { path: firebase },
      { except: ['^portal/src/lib/', '^functions/stores/', '^functions/public-log/source.ts$'] },
    ),
    ban(
      'stripe',
      'Only functions/stripe and those who hand it on talk to Stripe.',
      '^(shared|tlog|ledger|portal|functions|builder|scripts|demo)/',
      { path: '^node_modules/stripe/' },
      { except: ['^functions/(stripe/|services.ts$|calls/stripe-webhook.ts$)'] },
    ),
    ban(
      'workshop',
      'The product knows nothing of the local stack and of tools.',
      '^(shared|tlog|ledger|portal|functions|rules|builder)/',
      { path: '^(scripts|emulators|stack|testing|demo|e2e)/' },
    ),
    ban('server', 'Sites know the server by its contracts only.', '^(shared|ledger|portal)/', {
      path: '^functions/',
    }),
    ban('sites', 'What both sites and the server use knows neither site.', '^(shared|functions)/', {
      path: sites,
    }),
    ban(
      'portal',
      'The site is built without the portal; pages may load its lib.',
      '^(ledger|builder)/',
      {
        path: '^portal/',
      },
      { toExcept: ['^portal/src/lib/'] },
    ),
    ban('ledger', 'The portal knows nothing of the pages.', '^portal/', { path: '^ledger/' }),
    ban(
      'screens',
      'Rules, contracts and the server know no screen.',
      '^(shared/(domain|contracts)|tlog|functions)/',
      {
        path: ['^shared/ui/', '^node_modules/(react|react-dom)/'],
      },
    ),
    ban(
      'spellings',
      'Rules know nothing of how things are spelt in databases and calls.',
      '^shared/domain/',
      {
        path: '^shared/contracts/',
      },
    ),
    ban('log', 'The format of the log knows nothing of this product.', '^tlog/', {
      path: '^(shared|functions|ledger|portal|builder|rules)/',
    }),
    {
      name: 'emulators',
      comment: 'Emulators and their tests know nothing of this product.',
      severity: 'error',
      from: { path: '^emulators/' },
      to: { path: '^(shared|tlog|functions|ledger|portal|builder|rules|stack|demo|scripts|e2e)/' },
    },
    ban(
      'browser',
      'This runs in browsers, too.',
      '^(shared/(domain|contracts|ui)|tlog)/',
      { dependencyTypes: ['core'] },
      { except: ['^tlog/(verify|foreign|witness.ts$)'] },
    ),
    ban('lib', 'lib is below everything else of the portal.', '^portal/src/lib/', {
      path: '^portal/src/(app|features)/',
    }),
    {
      name: 'features',
      comment: 'A feature never imports another feature; the app composes them.',
      severity: 'error',
      from: { path: '^portal/src/features/([^/]+)/', pathNot: [tests] },
      to: { path: '^portal/src/features/', pathNot: '^portal/src/features/$1/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)(dist|\\.astro)/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
};
