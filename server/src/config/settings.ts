import { statfsSync, type Stats, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { type GatewaySettings, readGatewaySettings } from './gateway-settings.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const FILE_STORES = ['folder', 's3'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Everything that can be set from outside. Read once at start; nobody else looks at the environment. */
export interface Settings {
  /** `PORT`: where the site is served; 0 lets the system choose. */
  readonly port: number;
  /** `HOST`: the address to listen on. */
  readonly host: string;
  /** `DATABASE_URL`: undefined means the embedded PostgreSQL below `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Of the role that migrates, where the one of `databaseUrl` only serves. */
  readonly databaseOwnerUrl: string | undefined;
  /** `KITUO_DATA`, absolute: database, uploaded files. */
  readonly dataDir: string;
  /** `KITUO_FILES`: where uploads, pictures and exports lie, below `dataDir` or in the store of `S3_…`. */
  readonly files: (typeof FILE_STORES)[number];
  /** `KITUO_REGISTRY`, absolute: which plugins are on, and in which version. */
  readonly registryFile: string;
  /** `KITUO_PACKAGES`, absolute: where built and published packages lie. */
  readonly packagesDir: string;
  /** `KITUO_TRIAL_ORIGINS`: where plugins may be tried from besides the developer's own machine, whole origins. */
  readonly trialOrigins: readonly string[];
  /** Set by `npm run dev` alone: where its plugins come from, for everybody who sees them; by their names. */
  readonly devServers?: Readonly<Record<string, string>>;
  /** `KITUO_SLIDER_CHECK`: whether sign-in asks for the slider. */
  readonly sliderCheck: boolean;
  /** `KITUO_DEMO`: whether demo accounts and data are seeded. */
  readonly demo: boolean;
  /** `KITUO_DEMO_ORDERS`: how many loan applications an empty demo database is filled with. */
  readonly demoOrders: number;
  /** `KITUO_SECRET_KEY`: seals secrets in the database, 64 hex digits; undefined means `secret.key` below `dataDir`. */
  readonly secretKey: string | undefined;
  /** `METRICS_PORT`: where Prometheus reads; 0 lets the system choose. */
  readonly metricsPort: number;
  /** `METRICS_HOST`: where it listens; what it tells is nobody's outside. */
  readonly metricsHost: string;
  /** `TRUST_PROXY`: who may say for whom they call and over what (`X-Forwarded-…`): addresses and networks, with commas. */
  readonly trustProxy: string;
  /** `IP_CITY_HEADER`: where a believed proxy names the city of the address that it calls for; null: no city is known. */
  readonly ipCityHeader: string | null;
  /** `KITUO_STOP_NOTICE_MS`: how long a process that was told to stop still takes calls, so that balancers see it. */
  readonly stopNoticeMs: number;
  /** `LOG_LEVEL` of pino. */
  readonly logLevel: LogLevel;
  /** M-Pesa, SMS, robot, e-mail, file store: each where its variables are set. */
  readonly gateways: GatewaySettings;
  /** `KITUO_LINK_BROWSER`, absolute: a Chromium that draws partners' pages; without it their words alone are kept. */
  readonly linkBrowser: string | undefined;
  /** `KITUO_SANDBOX`: whether a start brings gateways of its own, for demonstration and development. */
  readonly sandbox: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** One setting that cannot be used. */
export interface SettingProblem {
  readonly name: string;
  /** The value as given; passwords are blotted out. */
  readonly found: string;
  readonly expected: string;
}

/** Carries every wrong setting at once, so that nobody fixes them one restart at a time. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly SettingProblem[];

  constructor(problems: readonly SettingProblem[]) {
    const lines = problems.map(({ name, found, expected }) => `  ${name}: found ${found}, expected ${expected}`);
    super(`${problems.length} wrong in the environment:\n${lines.join('\n')}`);
    this.problems = problems;
  }
}

const ROOT = join(import.meta.dirname, '../../..');

function isPostgresUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && ['postgres:', 'postgresql:'].includes(url.protocol) && url.pathname.length > 1;
}

/** procfs and sysfs: nothing can be made in them, and making a path there step by step never ends. */
const KERNEL_FILE_SYSTEMS = new Set([0x9fa0, 0x6265_6572]);

/** Whether the right thing stands at a path, or could: never below a file, or behind a closed door. */
function isUsable(path: string, isRight: (found: Stats) => boolean): boolean {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined) return isRight(found);
    const above = dirname(path);
    return isUsable(above, (parent) => parent.isDirectory() && !KERNEL_FILE_SYSTEMS.has(statfsSync(above).type));
  } catch {
    return false;
  }
}

/** All from the user name's colon to the last @: a password that was not encoded may hold either. */
const withoutPassword = (text: string) => text.replace(/^(\w+:\/\/)?([^:@/]*):.*@/s, '$1$2:…@');

const NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** An address, a network or one of the names for some; never everybody. */
function isProxy(text: string): boolean {
  if (NETWORKS.has(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

/** Reads one setting after the other and remembers what was wrong with each. */
function reader(env: Environment) {
  const problems: SettingProblem[] = [];

  function read<T>(
    name: string,
    fallback: T,
    expected: string,
    parse: (text: string) => T | undefined,
    show: (text: string) => string = (text) => `"${withoutPassword(text)}"`,
  ): T {
    const text = env[name]?.trim();
    if (text === undefined || text === '') return fallback;
    const value = parse(text);
    if (value !== undefined) return value;
    problems.push({ name, found: show(text), expected });
    return fallback;
  }

  const path = (name: string, fallback: string, expected: string, isRight: (found: Stats) => boolean): string => {
    const inProject = resolve(ROOT, fallback);
    return read(name, inProject, expected, (text) => {
      const whole = resolve(ROOT, text);
      return isUsable(whole, isRight) ? whole : undefined;
    });
  };

  return {
    problems,
    port: (name: string, fallback: number) =>
      read(name, fallback, 'a whole number from 0 to 65535', (text) =>
        /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined,
      ),
    count: (name: string, fallback: number, most: number) =>
      read(name, fallback, `a whole number from 0 to ${most}`, (text) =>
        /^\d{1,9}$/.test(text) && Number(text) <= most ? Number(text) : undefined,
      ),
    flag: (name: string, fallback: boolean) =>
      read(name, fallback, 'on or off', (text) => {
        if (['on', 'true', '1', 'yes'].includes(text.toLowerCase())) return true;
        return ['off', 'false', '0', 'no'].includes(text.toLowerCase()) ? false : undefined;
      }),
    file: (name: string, fallback: string) => path(name, fallback, 'a file', (at) => at.isFile()),
    folder: (name: string, fallback: string) => path(name, fallback, 'a folder', (at) => at.isDirectory()),
    program: (name: string) =>
      read<string | undefined>(name, undefined, 'the path of a program, or nothing', (text) => {
        const whole = resolve(ROOT, text);
        return statSync(whole, { throwIfNoEntry: false })?.isFile() === true ? whole : undefined;
      }),
    host: (name: string, fallback: string) =>
      read(name, fallback, 'an IP address or a host name without port or scheme', (text) =>
        /^[\w.-]+$|^[\da-f:]+(%\w+)?$/i.test(text) ? text : undefined,
      ),
    database: (name: string) =>
      read<string | undefined>(
        name,
        undefined,
        'postgres://user:password@host:port/database, or nothing for the embedded database',
        (text) => (isPostgresUrl(text) ? text : undefined),
      ),
    secret: (name: string) =>
      read<string | undefined>(
        name,
        undefined,
        '64 hex digits, the same for every process, such as `openssl rand -hex 32` prints',
        (text) => (/^[\da-f]{64}$/i.test(text) ? text : undefined),
        // Not even a wrong key is printed: it may be the right one with a slip.
        (text) => `${text.length} characters`,
      ),
    origins: (name: string) =>
      read<readonly string[]>(
        name,
        [],
        'origins such as https://dev.example:4400, with commas between them',
        (text) => {
          const origins = text.split(',').map((origin) => origin.trim());
          const isOrigin = (one: string) => URL.canParse(one) && new URL(one).origin === one;
          return origins.every(isOrigin) ? origins : undefined;
        },
      ),
    proxies: (name: string) =>
      read(
        name,
        'loopback',
        'addresses or networks such as 10.0.0.0/8, loopback or uniquelocal, with commas',
        (text) => {
          const parts = text.split(',').map((part) => part.trim());
          return parts.every(isProxy) ? parts.join(',') : undefined;
        },
      ),
    header: (name: string) =>
      read<string | null>(name, null, 'the name of a header, such as cf-ipcity', (text) =>
        /^[a-z][a-z\d-]{0,63}$/i.test(text) ? text.toLowerCase() : undefined,
      ),
    files: (name: string) =>
      read<Settings['files']>(name, 'folder', `one of ${FILE_STORES.join(', ')}`, (text) =>
        FILE_STORES.find((store) => store === text.toLowerCase()),
      ),
    logLevel: (name: string) =>
      read<LogLevel>(name, 'info', `one of ${LOG_LEVELS.join(', ')}`, (text) =>
        LOG_LEVELS.find((level) => level === text.toLowerCase()),
      ),
    report: (problem: SettingProblem) => problems.push(problem),
  };
}

/**
 * Reads and checks all settings; relative paths start at the project's folder.
 * @throws SettingsError naming every wrong setting, what was found and what is expected.
 */
export function readSettings(env: Environment): Settings {
  const read = reader(env);
  const databaseUrl = read.database('DATABASE_URL');
  const demo = read.flag('KITUO_DEMO', databaseUrl === undefined && !env.DATABASE_URL);
  const settings: Omit<Settings, 'gateways'> = {
    port: read.port('PORT', 8080),
    host: read.host('HOST', '127.0.0.1'),
    databaseUrl,
    databaseOwnerUrl: read.database('DATABASE_OWNER_URL'),
    dataDir: read.folder('KITUO_DATA', '.data'),
    files: read.files('KITUO_FILES'),
    registryFile: read.file('KITUO_REGISTRY', 'registry/registry.json'),
    packagesDir: read.folder('KITUO_PACKAGES', 'registry/packages'),
    trialOrigins: read.origins('KITUO_TRIAL_ORIGINS'),
    sliderCheck: read.flag('KITUO_SLIDER_CHECK', true),
    demo,
    demoOrders: read.count('KITUO_DEMO_ORDERS', 2_000, 5_000),
    secretKey: read.secret('KITUO_SECRET_KEY'),
    metricsPort: read.port('METRICS_PORT', 9464),
    metricsHost: read.host('METRICS_HOST', '127.0.0.1'),
    trustProxy: read.proxies('TRUST_PROXY'),
    ipCityHeader: read.header('IP_CITY_HEADER'),
    stopNoticeMs: read.count('KITUO_STOP_NOTICE_MS', demo ? 300 : 5_000, 60_000),
    logLevel: read.logLevel('LOG_LEVEL'),
    linkBrowser: read.program('KITUO_LINK_BROWSER'),
    sandbox: read.flag('KITUO_SANDBOX', databaseUrl === undefined && !env.DATABASE_URL && !env.MPESA_URL),
  };
  const { host } = settings;
  const ownUrl = `http://${host.includes(':') ? `[${host}]` : host}:${settings.port}`;
  const gateways = readGatewaySettings(env, ownUrl, read.report);
  // The sandbox brings a store of its own.
  if (settings.files === 's3' && !gateways.objects && !settings.sandbox) {
    read.report({
      name: 'KITUO_FILES',
      found: '"s3"',
      expected: 'S3_URL, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY beside it',
    });
  }
  if (settings.port !== 0 && settings.port === settings.metricsPort) {
    read.report({
      name: 'METRICS_PORT',
      found: `"${settings.metricsPort}"`,
      expected: 'another port than PORT',
    });
  }
  if (read.problems.length > 0) throw new SettingsError(read.problems);
  return { ...settings, gateways };
}
