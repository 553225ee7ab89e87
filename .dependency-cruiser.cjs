/**
 * The layers, as docs/architecture.md draws them. Directions are an allow-list: what no rule
 * permits is forbidden, and a file that belongs to no layer is an error as well.
 */
const LAYERS = '^(sdk|host|plugins|server|sandbox|scripts|tests)/';
/** The whole application, or its engine with the world outside, on a test database: what tests of the server start from. */
const TEST_APP = '^server/testing/';

/** What plugins import of the SDK. */
const SDK_DOORS =
  '^sdk/src/(index\\.tsx?|page/index\\.tsx?|contracts/index\\.ts|testing/index\\.tsx?|doors/[^/]+/index\\.ts)$';

/** The storeys of the server's modules and of the contracts, top first: docs/architecture.md says what is on each. */
const STOREYS = ['console', 'review', 'payments', 'collections', 'lending', 'parties', 'staff', 'plugins', 'platform'];
const storeyRules = ['server/src/modules', 'sdk/src/contracts'].flatMap((house) =>
  STOREYS.slice(1).map((storey, index) => ({
    name: 'a-storey-knows-none-above',
    comment:
      'A module imports its own storey and those below; what it needs from above comes in through a port or an event.',
    severity: 'error',
    from: { path: `^${house}/${storey}/`, pathNot: ['\\.test\\.', '/testing/'] },
    to: { path: `^${house}/(${STOREYS.slice(0, index + 1).join('|')})/` },
  })),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files that need one another are one file, or lack a third. Types count as well.',
      severity: 'error',
      from: { pathNot: '^node_modules/' },
      to: { circular: true },
    },
    {
      name: 'not-resolvable',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'every-file-has-a-layer',
      severity: 'error',
      from: { path: LAYERS },
      to: { pathNot: [LAYERS, '(^|/)node_modules/'], dependencyTypes: ['local'] },
    },
    {
      name: 'contracts-import-zod-alone',
      comment: 'Contracts run in the browser and on the server; they know neither.',
      severity: 'error',
      from: { path: '^sdk/src/contracts/', pathNot: '\\.test\\.' },
      to: { pathNot: ['^sdk/src/contracts/', '(^|/)node_modules/zod/', '^zod'] },
    },
    {
      name: 'sdk-knows-nobody',
      severity: 'error',
      from: { path: '^sdk/' },
      to: { path: '^(host|plugins|server|sandbox|scripts|tests)/' },
    },
    {
      name: 'host-imports-the-sdk-alone',
      severity: 'error',
      from: { path: '^host/', pathNot: '\\.test\\.' },
      to: { path: '^(plugins|server|sandbox|scripts|tests)/' },
    },
    {
      name: 'a-plugin-imports-the-sdk-alone',
      severity: 'error',
      from: { path: '^plugins/([^/]+)/' },
      to: { path: '^(host|server|sandbox|scripts|tests)/|^plugins/(?!$1/)' },
    },
    {
      name: 'a-plugin-uses-the-sdk-doors',
      comment: '@kituo/sdk, /page, /contracts, what sections share and, in tests, /testing; nothing behind them.',
      severity: 'error',
      from: { path: '^plugins/' },
      to: { path: '^sdk/src/', pathNot: SDK_DOORS },
    },
    {
      name: 'a-shared-door-stands-on-the-sdk-as-plugins-do',
      comment: 'sdk/src/doors/<name> is built by itself: of the SDK it has what plugins have.',
      severity: 'error',
      from: { path: '^sdk/src/doors/([^/]+)/' },
      to: { path: '^sdk/src/', pathNot: [SDK_DOORS, '^sdk/src/doors/$1/'] },
    },
    {
      name: 'the-sdk-knows-no-shared-door',
      comment: 'What sections share is loaded late; the kit would bring it everywhere.',
      severity: 'error',
      from: { path: '^sdk/src/(?!doors/)' },
      to: { path: '^sdk/src/doors/' },
    },
    {
      name: 'a-plugin-ships-without-the-fake-host',
      severity: 'error',
      from: { path: '^(plugins|host)/', pathNot: '\\.test\\.|/testing/' },
      to: { path: '^sdk/src/testing/' },
    },
    {
      name: 'server-imports-contracts-alone',
      severity: 'error',
      from: { path: '^server/', pathNot: ['\\.test\\.', TEST_APP, '/testing/'] },
      to: { path: '^(host|plugins|sandbox|scripts|tests)/|^sdk/src/(?!contracts/)' },
    },
    {
      name: 'the-sandbox-knows-nobody',
      comment: 'It is the world outside: it knows the wire formats, and nothing of ours.',
      severity: 'error',
      from: { path: '^sandbox/', pathNot: '\\.test\\.' },
      to: { path: '^(sdk|host|plugins|server|scripts|tests)/' },
    },
    {
      name: 'modules-meet-at-their-door',
      comment: 'A module of the server is entered through its index.ts.',
      severity: 'error',
      from: { path: '^server/src/modules/([^/]+/[^/]+)/', pathNot: ['\\.test\\.', '/testing/'] },
      to: {
        path: '^server/src/modules/(?!$1/)[^/]+/[^/]+/',
        pathNot: '^server/src/modules/[^/]+/[^/]+/index\\.ts$',
      },
    },
    {
      name: 'the-ground-floor-knows-no-module',
      comment: 'What every module stands on: calls, tables, states, dates. Modules add to it by declaration merging.',
      severity: 'error',
      from: {
        path: '^server/src/((config|db|ground|http|state-machine)/|(define-module|engine|services)\\.ts$)',
        pathNot: ['\\.test\\.', '/testing/'],
      },
      to: { path: '^server/src/(modules|seed)/' },
    },
    ...storeyRules,
    {
      name: 'every-module-has-a-storey',
      comment: 'A folder of modules that is no storey stands outside the order.',
      severity: 'error',
      from: { path: LAYERS },
      to: { path: '^server/src/modules/', pathNot: `^server/src/modules/(${STOREYS.join('|')})/[^/]+/` },
    },
    {
      name: 'source-does-not-import-tests',
      severity: 'error',
      from: { path: LAYERS, pathNot: ['\\.(test|e2e)\\.', '^tests/', '^scripts/test/', TEST_APP] },
      to: { path: ['\\.(test|e2e)\\.', '^tests/'] },
    },
    {
      name: 'no-development-package-in-the-product',
      severity: 'error',
      from: {
        path: '^(sdk|host|plugins|server)/',
        pathNot: ['\\.test\\.', '/testing/', '^server/src/db/embedded'],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)(dist|\\.cache|\\.data|registry/packages)/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
