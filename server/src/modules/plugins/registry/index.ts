// The registry file and the plugin packages.

export { createRegistry, type RegistryOptions } from './create-registry.ts';
export { loadRegistry, type LoadedPlugin, type LoadedRegistry } from './load-registry.ts';
export type { RegistryPlace } from './registry-place.ts';
export { choose, queuePlace } from './rollout.ts';
export type { Choice, Chooser, Rollout } from './rollout.ts';
export { notePublished, type EditedBy, type RegistryEntry } from './operate/edit-registry.ts';
export { newestMove, readRegistryHistory, type HistoryLine } from './operate/history.ts';
export { explain } from './operate/explain.ts';
export { readPersonBy, type PersonRow } from './operate/person.ts';
export { endRollout, promote, rollBack, rollOut } from './operate/roll-out.ts';
export { switchPlugin } from './operate/switch-plugin.ts';
export { readRegistryFile } from './read-registry-file.ts';
export { byVersion, versionsOf } from './version-order.ts';
export { protectPluginFile } from './plugin-file-headers.ts';
export { RegistryFault } from './registry-fault.ts';
export type { OfferedPage, OfferedPlugin, PackageFile, RegistryService, RegistryState } from './registry-service.ts';
export {
  publishersBeside,
  publishPackage,
  PublishRefusal,
  readPublishers,
  type Publisher,
  type PublishRules,
} from './publishing/index.ts';
