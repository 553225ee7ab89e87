export { createRegistry, type RegistryOptions } from './create-registry.ts';
export { loadRegistry, type LoadedPlugin, type LoadedRegistry } from './load-registry.ts';
export { choose, queuePlace } from './rollout.ts';
export type { Choice, Chooser, Rollout } from './rollout.ts';
export { RegistryFault } from './registry-fault.ts';
export type {
  OfferedPage,
  PackageFile,
  RegistryService,
  RegistryState,
  ServedFile,
} from './registry-service.ts';
export { publishersBeside } from './publishing/index.ts';
