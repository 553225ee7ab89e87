import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostManifest } from '@kituo/sdk/contracts';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createTestDatabase } from '../../tests/support/database.ts';
import type { TestDatabase, TestDatabaseContent } from '../../tests/support/database.ts';
import { buildApp } from '../src/app.ts';
import type { App } from '../src/app.ts';
import { type Environment, readSettings } from '../src/config/settings.ts';
import type { Implementation } from '../src/http/implement.ts';
import { hashPassword } from '../src/modules/staff/auth/index.ts';
import { createLogger } from '../src/modules/platform/health/index.ts';
import { writePublisher } from './test-foreign.ts';
import { writePackage } from './test-package.ts';
import { openServices } from '../src/open-services.ts';
import type { Services } from '../src/services.ts';

/** A few texts of a host, as the build writes them. */
const HOST_TEXTS = {
  host: {
    en: {
      person: { signOut: 'Sign out' },
      greeting: 'Hello {{name}}',
      rows_one: '{{count}} row',
      rows_other: '{{count}} rows',
    },
    zh: { person: { signOut: '退出登录' }, rows_other: '{{count}} 行' },
  },
  sdk: { en: { copy: 'Copy' }, zh: { copy: '复制' } },
};

/** Stands in for the built host: two scripts, a style, a shared file. */
async function writeHost(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const named = async (stem: string, ending: string, text: string) => {
    const name = `${stem}.${createHash('sha256').update(text).digest('base64url')}.${ending}`;
    await writeFile(join(folder, name), text);
    return { name, bytes: text.length, brotliBytes: text.length };
  };
  const files = [
    await named('vendor', 'js', '/* vendor */'),
    await named('host', 'js', '/* host */'),
    await named('host', 'css', 'body{margin:0}'),
    await named('sign-in', 'js', '/* sign-in */'),
    await named('slots', 'js', '/* slots */'),
  ];
  const [vendor = '', host = '', style = '', signIn = '', slots = ''] = files.map(({ name }) => name);
  const manifest: HostManifest = {
    format: 1,
    version: 'test-1',
    sdkVersion: '0.1.0',
    files,
    entry: host,
    packs: [vendor, host],
    signIn: [signIn],
    slots: [slots],
    sharedFile: 'shared.json',
    styles: [style],
    shared: Object.fromEntries(
      ['react', '@kituo/sdk', '@kituo/sdk/page'].map((name) => [name, { entry: vendor, files: [], styles: [] }]),
    ),
    locales: {},
    hashWorker: vendor,
  };
  await writeFile(join(folder, 'host-manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'host-texts.json'), JSON.stringify(HOST_TEXTS));
}

const FIRST_CALLS_WITHIN = 3_000;

export interface TestAppOptions {
  readonly content?: TestDatabaseContent;
  readonly routes?: readonly Implementation[];
  readonly sliderCheck?: boolean;
  /** Plugin name → names of its pages, at `/AdminContent/<page>`. */
  readonly plugins?: Readonly<Record<string, readonly string[]>>;
  /** Settings beside those of a test: `KITUO_FILES`. */
  readonly env?: Environment;
  /** True where packages of others than the company may come: see `addForeignPlugin`. */
  readonly hasPublishers?: boolean;
  /** Calls a minute of the customers' app, where they are few. */
  readonly appCalls?: { readonly ACCOUNT: number; readonly ADDRESS: number };
  /** Silent unless given. */
  readonly log?: Logger;
}

/** The real application on a database of its own, with plugins and a host made for the test. */
export interface TestApp extends AsyncDisposable {
  readonly app: App;
  readonly http: FastifyInstance;
  readonly services: Services;
  readonly database: TestDatabase;
  readonly registryFile: string;
  readonly packagesDir: string;
}

export const TEST_PASSWORD = 'Kituo-demo-1';

/** A person with the pages and codes of one role of their own; signs in with `TEST_PASSWORD`. */
export async function addPerson(
  { db }: Pick<TestDatabase, 'db'>,
  userName: string,
  rights: {
    readonly pages?: readonly string[];
    readonly codes?: readonly string[];
    /** Without one, who sees names and phones masked finds nobody by them. */
    readonly dailyRevealBudget?: number;
  } = {},
): Promise<{ userNo: string; roleNo: string }> {
  const { userNo } = await db
    .insertInto('appUser')
    .values({
      userName,
      loginId: userName,
      realName: userName,
      passwordHash: await hashPassword(TEST_PASSWORD),
      mustUpdatePassword: false,
    })
    .returning('userNo')
    .executeTakeFirstOrThrow();
  const { roleNo } = await db
    .insertInto('role')
    .values({ roleName: `role of ${userName}`, dailyRevealBudget: rights.dailyRevealBudget ?? 0 })
    .returning('roleNo')
    .executeTakeFirstOrThrow();
  await db.insertInto('userRole').values({ userNo, roleNo }).execute();
  for (const page of rights.pages ?? []) {
    await db.insertInto('rolePage').values({ roleNo, pagePath: page.toLowerCase() }).execute();
  }
  for (const code of rights.codes ?? []) {
    await db.insertInto('roleCode').values({ roleNo, code }).execute();
  }
  return { userNo, roleNo };
}

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase(options.content ?? 'migrated');
  const folder = await mkdtemp(join(tmpdir(), 'kituo-app-'));
  const packagesDir = join(folder, 'packages');
  const hostDir = join(folder, 'host');
  const registryFile = join(folder, 'registry.json');
  await writeHost(hostDir);
  const plugins = Object.entries(options.plugins ?? {});
  await Promise.all(plugins.map(([name, pages]) => writePackage(packagesDir, { name, pages })));
  const entries = plugins.map(([name]) => [name, { enabled: true, version: '1.0.0' }]);
  await writeFile(registryFile, JSON.stringify({ plugins: Object.fromEntries(entries) }));
  if (options.hasPublishers) await writePublisher(folder, { name: 'test', firstParty: true, keys: [] });
  const settings = readSettings({
    KITUO_REGISTRY: registryFile,
    KITUO_DATA: join(folder, 'data'),
    KITUO_SLIDER_CHECK: options.sliderCheck ? 'on' : 'off',
    LOG_LEVEL: 'silent',
    ...options.env,
  });
  const log = options.log ?? createLogger('silent');
  const { db, url } = database;
  const opened = await openServices({
    settings,
    db,
    connectionString: url,
    log,
    hostDir,
    packagesDir,
  });
  const { services } = opened;
  const { routes } = options;
  const app = await buildApp({
    db,
    services,
    log,
    areRepliesChecked: true,
    // Beside others on a busy machine, what is quick is not.
    firstCallsWithin: FIRST_CALLS_WITHIN,
    ...(routes && { routes }),
    ...(options.appCalls && { appCalls: options.appCalls }),
  });
  return {
    app,
    http: app.http,
    services,
    database,
    registryFile,
    packagesDir,
    async [Symbol.asyncDispose]() {
      await app.http.close();
      await opened.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A signed-in person as a test calls for them. */
export interface SignedIn {
  readonly token: string;
  readonly cookie: string;
  readonly nextStep: string;
}

export async function signInAs(
  { http }: Pick<TestApp, 'http'>,
  userName: string,
  password: string = TEST_PASSWORD,
): Promise<SignedIn> {
  const reply = await http.inject({
    method: 'POST',
    url: '/api/hc/web/noAuth/logon/login',
    payload: { userName, password },
  });
  const body: { code: number; data: { token: string; nextStep: string } } = reply.json();
  if (body.code !== 0) throw new Error(`sign-in of ${userName} answered ${reply.body}`);
  const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? '';
  return { token: body.data.token, nextStep: body.data.nextStep, cookie };
}
