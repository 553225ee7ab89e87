import type { Settings } from './config/settings.ts';
import type { Engine } from './engine.ts';
import type { HostFiles } from './http/host-files.ts';

/**
 * What one process holds beside its database: passed to every handler as `call.services`. A module that needs something
 * held for it adds it by declaration merging, beside the type of what is held; `open-services.ts` opens them all.
 */
export interface Services {
  readonly settings: Settings;
  readonly host: HostFiles;
  /** The shared bundle of isolated plugins' frames. */
  readonly frame: HostFiles;
  /** The gateways and what they tell us. */
  readonly engine: Engine;
}
