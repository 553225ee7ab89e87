import type { EventHub } from './modules/events/index.ts';
import type { RegistryService } from './modules/registry/index.ts';
import type { Settings } from './config/settings.ts';

/** What one process holds beside its database: passed to every handler as `call.services`. */
export interface Services {
  readonly settings: Settings;
  readonly registry: RegistryService;
  readonly events: EventHub;
}
