import type { RegistryService, RegistryState } from './registry-service.ts';
import { loadRegistry, type LoadedRegistry } from './load-registry.ts';
import type { RegistryPlace } from './registry-place.ts';
import { readOffPages } from './off-pages.ts';
import { PackageFiles } from './package-files.ts';
import { publisherFiles, readPublishers, UnknownKeyRefusal, verifySigned } from './publishing/index.ts';
import { RegistryFault } from './registry-fault.ts';
import { makeOffer } from './session-cut.ts';
import { verifyPackage, type VerifiedFiles, type VerifiedPackage } from './verify-package.ts';
import { watchFiles } from './watch-registry.ts';

export interface RegistryOptions extends RegistryPlace {
  readonly log: {
    info(facts: object, message: string): void;
    error(facts: object, message: string): void;
  };
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Takes the registry in and keeps watching it. A state is swapped in only when all of it is right; else
 * the last good one stays (at the first start: an empty one) and `state().fault` says why.
 */
export async function createRegistry(options: RegistryOptions): Promise<RegistryService> {
  const verified: VerifiedFiles = new Map();
  const files = new PackageFiles();
  const listeners = new Set<(state: RegistryState) => void>();
  let loaded: LoadedRegistry = { revision: 'empty', plugins: [] };
  let offer = makeOffer(loaded);
  let state = stateOf(loaded, null, new Date());

  const swap = (next: LoadedRegistry): void => {
    loaded = next;
    offer = makeOffer(next);
    files.add(next);
    state = stateOf(next, null, new Date());
  };
  const take = async (): Promise<void> => {
    const before = state;
    try {
      const next = await loadRegistry(options, verified);
      await dropWithdrawn(options, files);
      if (next.revision === loaded.revision) state = stateOf(loaded, null, state.loadedAt);
      else swap(next);
    } catch (reason) {
      const fault = faultOf(reason);
      state = stateOf(loaded, fault, state.loadedAt);
    }
    const isNews = before.revision !== state.revision || before.fault?.reason !== state.fault?.reason;
    if (!isNews) return;
    const facts = { file: options.file, revision: state.revision };
    if (state.fault === null) options.log.info(facts, 'registry taken in');
    else options.log.error({ ...facts, ...state.fault }, 'registry not taken in, the last good one stays');
    for (const listener of listeners) listener(state);
  };

  // One after the other: what was read later is what stays.
  let last = Promise.resolve();
  const load = (): Promise<void> => (last = last.then(take, take));
  await load();
  const stop = watchFiles({
    file: options.file,
    // Keys are entered and withdrawn there.
    others: () => publisherFiles(options.publishersDir),
    inTurn: () =>
      loaded.plugins.flatMap((plugin) =>
        [plugin, plugin.rollout].flatMap((one) => (one?.package ? [one.package.path] : [])),
      ),
    isUnsettled: () => state.fault !== null,
    changed: load,
  });

  return {
    place: options,
    state: () => state,
    offeredPages: () => offer.pages,
    offPages: () => readOffPages(options.packagesDir, state.plugins),
    forPages: (pages, who) => ({
      revision: state.revision,
      plugins: offer.cut(pages, who ? offer.choicesOf(who) : NONE),
    }),
    choiceKey: (who) => [...offer.choicesOf(who)].join(' '),
    isPermitted: (plugin, pages) => offer.isPermitted(plugin, pages),
    offered(name, who) {
      const plugin = loaded.plugins.find((each) => each.name === name);
      if (plugin === undefined) return null;
      const { rollout, grants } = plugin;
      const version = rollout && offer.choicesOf(who).has(name) ? rollout : plugin;
      if (version.package === null || version.leftOut !== null) return null;
      return { manifest: version.package.manifest, isIsolated: version.isIsolated, grants };
    },
    serves: (plugin, version) => files.has(plugin, version),
    file: (plugin, version, fileName) => files.find(plugin, version, fileName),
    async keep(plugin, version) {
      if (files.has(plugin, version)) return null;
      try {
        const { built, isIsolated } = await readEarlier(options, { plugin, version }, verified);
        files.addEarlier(plugin, built, isIsolated);
        // The oldest are dropped first: those on offer are the newest.
        files.add(loaded);
        return null;
      } catch (reason) {
        return faultOf(reason).reason;
      }
    },
    takeIn: load,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => stop(),
  };
}

async function readEarlier(
  { packagesDir, publishersDir }: RegistryPlace,
  { plugin, version }: { readonly plugin: string; readonly version: string },
  verified: VerifiedFiles,
): Promise<{ readonly built: VerifiedPackage; readonly isIsolated: boolean }> {
  const publishers = publishersDir ? await readPublishers(publishersDir) : null;
  const built = await verifySigned(await verifyPackage(packagesDir, plugin, version, verified), publishers);
  const { publisher } = built.manifest.description;
  return { built, isIsolated: publishers !== null && publishers.get(publisher)?.firstParty !== true };
}

/** With a key go the files of what it signed, of versions that were on offer before, too. */
async function dropWithdrawn({ publishersDir }: RegistryPlace, files: PackageFiles): Promise<void> {
  const publishers = publishersDir ? await readPublishers(publishersDir) : null;
  await Promise.all(
    files.packages().map(async (built) => {
      const fault = await verifySigned(built, publishers).catch((reason: unknown) => reason);
      if (fault instanceof UnknownKeyRefusal) files.drop(built);
    }),
  );
}

function stateOf({ revision, plugins }: LoadedRegistry, fault: RegistryState['fault'], loadedAt: Date): RegistryState {
  return {
    revision,
    loadedAt,
    fault,
    plugins: plugins.map(({ name, version, enabled, leftOut, rollout }) => ({
      name,
      version,
      enabled,
      leftOut,
      rollout: rollout && { ...rollout.audience, leftOut: rollout.leftOut },
    })),
  };
}

function faultOf(reason: unknown): NonNullable<RegistryState['fault']> {
  if (reason instanceof RegistryFault) return { reason: reason.message, line: reason.line };
  return { reason: reason instanceof Error ? reason.message : String(reason), line: null };
}
