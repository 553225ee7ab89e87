import type { Settings } from './config/settings.ts';
import type { RightsCache } from './modules/platform/access/index.ts';
import type { ChangeKinds } from './modules/platform/changes/index.ts';
import type { ConfigFamilies } from './modules/platform/configuration/index.ts';
import type { HostFiles } from './modules/console/document/index.ts';
import type { EventHub } from './modules/platform/events/index.ts';
import type { Files } from './modules/platform/files/index.ts';
import type { ImportKinds } from './modules/platform/imports/index.ts';
import type { JobKinds, JobQueue } from './modules/platform/jobs/index.ts';
import type { Messages } from './modules/platform/messages/index.ts';
import type { Engine } from './open-engine.ts';
import type { PersonnelWorks } from './modules/staff/personnel/index.ts';
import type { PluginMetrics } from './modules/plugins/plugin-health/index.ts';
import type { RegistryService } from './modules/plugins/registry/index.ts';
import type { RevealKinds } from './modules/platform/reveal/index.ts';
import type { TrackingIntake } from './modules/platform/tracking/index.ts';
import type { Vault } from './modules/platform/vault/index.ts';

/** What one process holds beside its database: passed to every handler as `call.services`. */
export interface Services {
  readonly settings: Settings;
  readonly registry: RegistryService;
  /** Counts how sections load and fail. */
  readonly pluginMetrics: PluginMetrics;
  readonly events: EventHub;
  readonly rights: RightsCache;
  readonly host: HostFiles;
  /** The shared bundle of isolated plugins' frames. */
  readonly frame: HostFiles;
  readonly tracking: TrackingIntake;
  readonly files: Files;
  /** The outbox: notices and codes to people's e-mail and phones. */
  readonly messages: Messages;
  /** Seals secrets for the database. */
  readonly vault: Vault;
  readonly jobs: JobQueue;
  readonly jobKinds: JobKinds;
  readonly importKinds: ImportKinds;
  /** The commands that can await approval. */
  readonly changes: ChangeKinds;
  /** What is configured by versions, each from a day on. */
  readonly configs: ConfigFamilies;
  /** The values that people see masked and may see in full. */
  readonly reveals: RevealKinds;
  /** The kinds of work that people have records for. */
  readonly personnelWorks: PersonnelWorks;
  /** The gateways and what they tell us. */
  readonly engine: Engine;
}
