import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Settings } from './config/settings.ts';
import type { Database } from './db/database.ts';
import { gathered } from './gathered.ts';
import { createRightsCache } from './modules/platform/access/index.ts';
import { loadHostFiles } from './http/host-files.ts';
import { createEventHub } from './modules/platform/events/index.ts';
import { openFiles, openFolderStore } from './modules/platform/files/index.ts';
import type { FileStore } from './modules/platform/gateways/index.ts';
import { createJobQueue } from './modules/platform/jobs/index.ts';
import { createMessages, demoTransport, gatewayTransport } from './modules/platform/messages/index.ts';
import { createPluginMetrics } from './modules/plugins/plugin-health/index.ts';
import { callerWithin } from './modules/plugins/plugin-frame/index.ts';
import { keepEarlierVersions } from './modules/plugins/plugin-admin/index.ts';
import { recordSearch } from './modules/platform/reveal/index.ts';
import { createRegistry, publishersBeside } from './modules/plugins/registry/index.ts';
import { createTrackingIntake } from './modules/platform/tracking/index.ts';
import { openVault } from './modules/platform/vault/index.ts';
import { openEngine } from './open-engine.ts';
import { type Engine } from './engine.ts';
import type { Services } from './services.ts';

const root = new URL('../../', import.meta.url);
const builtHost = fileURLToPath(new URL('dist/host', root));
const builtFrame = fileURLToPath(new URL('dist/frame', root));

export interface ServiceOptions {
  readonly settings: Settings;
  readonly db: Database;
  readonly connectionString: string;
  readonly log: Logger;
  /** Where the builds lie; the checkout's own unless said otherwise. */
  readonly hostDir?: string;
  readonly packagesDir?: string;
}

export interface OpenServices {
  readonly services: Services;
  close(): Promise<void>;
}

/** What carries messages to staff: the gateways that are set up, in demonstration the log where none is. */
function transportOf({ gateways: { mail, sms }, smsRouter, appAccounts }: Engine, settings: Settings, log: Logger) {
  if (settings.demo && !mail && !sms) return demoTransport(log);
  return gatewayTransport({ mail, sms: smsRouter, apps: appAccounts }, settings.demo ? log : null);
}

/** Where files lie. Settings that name S3 and no store are refused when they are read, unless a sandbox was to come. */
async function storeOf({ objects }: Engine['gateways'], settings: Settings): Promise<FileStore> {
  if (settings.files === 'folder') return await openFolderStore(settings.dataDir);
  if (!objects) throw new Error('KITUO_FILES is s3, and no store is set up');
  return objects;
}

/** Opens what a process holds beside its database. Throws when the host was not built. */
export async function openServices(options: ServiceOptions): Promise<OpenServices> {
  const { settings, db, connectionString, log } = options;
  const vault = await openVault(db, settings);
  const host = await loadHostFiles(options.hostDir ?? builtHost);
  // A host made for a test stands in for its frame as well.
  const frame = await loadHostFiles(options.hostDir ?? builtFrame);
  const registry = await createRegistry({
    file: settings.registryFile,
    packagesDir: options.packagesDir ?? settings.packagesDir,
    // Looked for each time: the first publisher may come while the server runs.
    get publishersDir() {
      return publishersBeside(settings.registryFile).publishersDir;
    },
    sdkVersion: host.manifest.sdkVersion,
    log,
  });
  const stopKeeping = await keepEarlierVersions({ db, registry, log });
  const engine = await openEngine({ settings, db, log, vault });
  const messages = createMessages(db, transportOf(engine, settings, log), log);
  const rights = createRightsCache(db);
  const events = await createEventHub({ db, connectionString, rights, log });
  // Every process watches the file itself, so each tells its own browsers.
  const stop = registry.onChange(({ revision }) => {
    events.publishHere('everyone', { type: 'registry', revision });
  });
  const files = openFiles(await storeOf(engine.gateways, settings), log);
  const jobs = createJobQueue({ db, connectionString, log });
  const tracking = createTrackingIntake(db, {
    onFault: (error) => log.warn({ err: error }, 'tracking events wait: they could not be written'),
    onDeadLetter: ({ events, eventIds, error }) =>
      log.error({ err: error, events, eventIds }, 'tracking events were given up'),
  });
  return {
    services: {
      settings,
      registry,
      pluginMetrics: createPluginMetrics(),
      events,
      rights,
      host,
      frame,
      tracking,
      files,
      vault,
      messages,
      changes: gathered.changeKinds,
      configs: gathered.configFamilies,
      reveals: gathered.revealKinds,
      recordSearch,
      jobs,
      jobKinds: gathered.jobKinds,
      importKinds: gathered.importKinds,
      personnelWorks: gathered.personnelWorks,
      fileSubjects: gathered.fileSubjects,
      ruledPages: gathered.ruledPages,
      tiles: gathered.tiles,
      decisions: gathered.decisions,
      merchantEvents: gathered.merchantEvents,
      recommendedProduct: gathered.recommendedProduct,
      narrowToPlugin: (caller, plugin) => callerWithin({ registry, rights }, caller, plugin),
      engine,
    },
    close: async () => {
      stopKeeping();
      stop();
      await engine.close();
      await jobs.close();
      await tracking.close();
      await Promise.all([events.close(), registry.close()]);
    },
  };
}
