import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pluginManifest, registryFile } from '@kituo/sdk/contracts';
import { ROOT } from '../../scripts/build/paths.ts';
import { buildApp, type App } from '../../server/src/app.ts';
import { readSettings } from '../../server/src/config/settings.ts';
import { createLogger } from '../../server/src/modules/platform/health/index.ts';
import { openServices } from '../../server/src/open-services.ts';
import { addPerson, signInAs, type SignedIn } from '../../server/testing/test-app.ts';
import type { TestDatabase } from '../support/database.ts';
import type { GeneratedPlugin } from './fixtures.ts';

const USER_MANAGEMENT = '/AdminContent/UserSystem/UserManagement';

/** The real server, with plugins of the bench beside the real ones. */
export interface Station extends AsyncDisposable {
  readonly url: string;
  readonly app: App;
}

/** A folder with the packages of the checkout's registry, for generated ones to be put beside. */
export async function copyRealPackages(packages: string): Promise<Record<string, string>> {
  await mkdir(packages, { recursive: true });
  const text = await readFile(join(ROOT, 'registry/registry.json'), 'utf8');
  const { plugins } = registryFile.parse(JSON.parse(text));
  const versions: Record<string, string> = {};
  for (const [name, { enabled, version }] of Object.entries(plugins)) {
    if (!enabled) continue;
    versions[name] = version;
    await cp(join(ROOT, 'registry/packages', name, version), join(packages, name, version), {
      recursive: true,
    });
  }
  return versions;
}

/** Copies of one generated plugin under other names, which nobody has: weight for a registry to carry. */
export async function addIdlePackages(
  plugin: GeneratedPlugin,
  packages: string,
  count: number,
): Promise<Record<string, string>> {
  const from = join(packages, plugin.name, plugin.version);
  const manifest = pluginManifest.parse(JSON.parse(await readFile(join(from, 'manifest.json'), 'utf8')));
  const versions: Record<string, string> = {};
  for (let number = 0; number < count; number += 1) {
    const name = `idle-${String(number + 1).padStart(4, '0')}`;
    const to = join(packages, name, plugin.version);
    await cp(from, to, { recursive: true, filter: (path) => !path.endsWith('.map') });
    const pages = manifest.description.pages.map((page) => ({
      ...page,
      path: page.path.replace('/AdminContent/', `/AdminContent/Idle${number}`),
      always: false,
    }));
    const description = { ...manifest.description, name, pages };
    await writeFile(join(to, 'manifest.json'), JSON.stringify({ ...manifest, description }));
    versions[name] = plugin.version;
  }
  return versions;
}

export async function startStation(options: {
  readonly database: TestDatabase;
  readonly folder: string;
  readonly packages: string;
  readonly versions: Readonly<Record<string, string>>;
  /** API families that every plugin is granted. */
  readonly api?: readonly string[];
}): Promise<Station> {
  const { database, folder, packages, versions, api } = options;
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'registry.json');
  const granted = api && { grants: { api } };
  const plugins = Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [name, { enabled: true, version, ...granted }]),
  );
  await writeFile(file, JSON.stringify({ plugins }));
  const settings = readSettings({
    KITUO_DATA: folder,
    KITUO_REGISTRY: file,
    // Stations beside each other share a database, which knows one key.
    KITUO_SECRET_KEY: 'ab'.repeat(32),
    KITUO_SLIDER_CHECK: 'off',
    LOG_LEVEL: 'error',
  });
  const log = createLogger(settings.logLevel);
  const opened = await openServices({
    settings,
    db: database.db,
    connectionString: database.url,
    log,
    packagesDir: packages,
  });
  const app = await buildApp({ db: database.db, services: opened.services, log });
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    app,
    async [Symbol.asyncDispose]() {
      app.http.server.closeAllConnections();
      await app.http.close();
      await opened.close();
    },
  };
}

/** A person with a role of the bench: Home, user management and every generated page, or all real ones where none is generated. */
export async function addBenchPerson(database: TestDatabase, plugins: readonly GeneratedPlugin[]): Promise<void> {
  const { db } = database;
  const rows = plugins.flatMap(({ name, paths }, place) => {
    const catalogue = {
      menuNo: `B${place}`,
      menuType: 'CATALOGUE' as const,
      menuName: JSON.stringify({ en: name, zh: name }),
      sort: 900 + place,
    };
    const pages = paths.map((path, index) => ({
      menuNo: `B${place}-${index}`,
      parentMenuNo: catalogue.menuNo,
      menuType: 'PAGE' as const,
      menuName: JSON.stringify({ en: `${name} ${index + 1}`, zh: `${name} ${index + 1}` }),
      perms: path,
      sort: index + 1,
    }));
    return [catalogue, ...pages];
  });
  for (const row of rows) await db.insertInto('menu').values(row).execute();
  const real = db.selectFrom('menu').select('perms').where('menuType', '=', 'PAGE');
  const pages =
    plugins.length > 0
      ? [USER_MANAGEMENT, ...plugins.flatMap(({ paths }) => paths)]
      : (await real.execute()).flatMap(({ perms }) => perms ?? []);
  const { userNo } = await addPerson(database, 'bench', { pages, codes: [] });
  // What has to be confirmed is before everything else; it was, on another day.
  const announcements = await db.selectFrom('announcement').select('announcementNo').execute();
  for (const { announcementNo } of announcements)
    await db.insertInto('announcementConfirmation').values({ announcementNo, userNo }).execute();
}

export function signIn(station: Station): Promise<SignedIn> {
  return signInAs({ http: station.app.http }, 'bench');
}
