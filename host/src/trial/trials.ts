import { call, hasUnsavedForms, session$ } from '@kituo/sdk';
import {
  pluginAdmin,
  type Bootstrap,
  type PluginManifest,
  type PluginOverride,
  type SessionPlugin,
} from '@kituo/sdk/contracts';
import type { ComponentType } from 'react';
import { pluginImportMap, pluginModuleName } from '../loading/import-map.ts';
import type { Console } from '../console/console-api.ts';
import { LoadError } from '../loading/load-error.ts';
import type { ModuleLoader } from '../loading/module-loader.ts';
import { syncOverrides } from '../loading/overrides.ts';
import type { PageLoader } from '../loading/page-loader-parts.ts';
import type { PageEntry } from '../registry/page-table.ts';
import { readNamedBootstrap } from '../start/app-data.ts';
import { neededLanguages } from '../start/host-texts.ts';
import { listenToDevServer, readDevPlugin, trialPlugin, type DevEvent } from './dev-server.ts';
import { HotComponents } from './hot-component.tsx';
import { makeElementsHot } from './hot-elements.ts';
import { layOver } from './lay-over.ts';
import { readTrialTexts, titleIn, type TrialTexts } from './titles.ts';
import { tellTrial, trialStates$ } from './trial-states.ts';

/** What a trial needs of the tab. */
export interface TrialParts {
  readonly modules: ModuleLoader;
  /** The console's own: from now on it gives the newest build of a plugin on trial. */
  readonly loader: PageLoader;
  readonly console: Pick<Console, 'state' | 'refresh' | 'retry'>;
}

interface Running {
  readonly trial: PluginOverride;
  readonly paths: ReadonlySet<string>;
  /** The registry's own, where the trial is standing. */
  readonly held: SessionPlugin | undefined;
  /** The paths of all its pages, also of those that the session may not open. */
  readonly described: string;
  /** As the console knows it, of the first build: a rebuild is none of its business. */
  readonly first: SessionPlugin;
  latest: SessionPlugin;
  texts: TrialTexts;
  build: number;
}

/** Starts what follows the developer's machine. */
export function startTrials(parts: TrialParts): Trials {
  const { loader } = parts;
  const { load, peek, prefetch, reset, register, release } = loader;
  const trials = new Trials({ ...parts, loader: { ...loader } });
  const overlaid: Partial<PageLoader> = {
    load: async (entry) => trials.dress(entry, await load(trials.current(entry))),
    peek(entry) {
      const component = peek(trials.current(entry));
      return component === null ? null : trials.dress(entry, component);
    },
    prefetch: (entry) => prefetch(trials.current(entry)),
    reset: (entry, error) => reset(trials.current(entry), error),
    release: (plugin) => release(trials.newest(plugin)),
    register: (plugins) => register(plugins.map((plugin) => trials.newest(plugin))),
  };
  Object.assign(loader, overlaid);
  return trials;
}

/** The plugins that this session tries from a developer's machine. */
export class Trials {
  readonly #parts: TrialParts;
  readonly #running = new Map<string, Running>();
  readonly #listening = new Set<string>();
  readonly #hot = new HotComponents();
  /** Where this document may load from: its policy was written with it, and stays. */
  readonly #opened = new Set(readNamedBootstrap(document)?.overrides?.map(({ origin }) => origin));

  constructor(parts: TrialParts) {
    this.#parts = parts;
  }

  /** The bootstrap with the plugins on trial in the place of the registry's. */
  async lay(bootstrap: Bootstrap): Promise<Bootstrap> {
    const trials = bootstrap.overrides ?? [];
    const ids = new Set(trials.map(({ overrideId }) => overrideId));
    const gone = trialStates$.value.filter(({ trial }) => !ids.has(trial.overrideId));
    if (gone.length > 0) {
      // Taking its page away below an open form would lose what was typed.
      if (!hasUnsavedForms()) location.reload();
      for (const { trial } of gone) tellTrial(trial, { step: 'over' });
    }
    const { plugins } = bootstrap.registry;
    await Promise.all(trials.map((trial) => this.#begin(trial, plugins)));
    const shown = [...this.#running.values()];
    await this.#nameThem();
    return layOver(
      bootstrap,
      shown.map(({ first }) => first),
      trialStates$.value.map(({ trial }) => trial),
      ({ name }, titled) =>
        titleIn(this.#running.get(name)?.texts ?? {}, neededLanguages(session$.value.language), titled),
    );
  }

  newest(plugin: SessionPlugin): SessionPlugin {
    const running = this.#running.get(plugin.name);
    return plugin.base === undefined || running === undefined ? plugin : running.latest;
  }

  /** The page as the newest build has it. */
  current(entry: PageEntry): PageEntry {
    const plugin = this.newest(entry.plugin);
    const { name } = entry.page;
    const fill = plugin.fills?.find((each) => each.name === name);
    const page = plugin.pages.find((each) => each.name === name) ?? (fill && { ...fill, path: '' });
    return page === undefined ? entry : { plugin, page };
  }

  dress({ plugin, page }: PageEntry, component: ComponentType): ComponentType {
    if (plugin.base === undefined) return component;
    return this.#hot.dress(`${plugin.name} ${page.name}`, component);
  }

  async #nameThem(): Promise<void> {
    const granted = [...this.#running.values()].map(({ latest }): [string, string] => [
      pluginModuleName(latest.name),
      `${latest.base}${latest.files[latest.entry]}`,
    ]);
    await syncOverrides(this.#parts.modules, new Map(granted));
  }

  async #begin(trial: PluginOverride, plugins: readonly SessionPlugin[]): Promise<void> {
    if (this.#running.get(trial.plugin)?.trial.overrideId === trial.overrideId) return;
    if (!this.#listening.has(trial.overrideId)) tellTrial(trial, { step: 'starting' });
    // Granted a moment ago, perhaps by another tab of this session: the next document begins it.
    if (!this.#opened.has(trial.origin)) return;
    const dev = await readDevPlugin(trial);
    const held = trial.isStanding ? plugins.find(({ name }) => name === trial.plugin) : undefined;
    if (dev.kind === 'built') await this.#run(trial, dev, held);
    else tellTrial(trial, { step: dev.kind, reason: dev.kind === 'broken' ? dev.reason : '' });
    this.#follow(trial);
  }

  async #run(
    trial: PluginOverride,
    { build, manifest }: Extract<Awaited<ReturnType<typeof readDevPlugin>>, { kind: 'built' }>,
    held: SessionPlugin | undefined,
  ): Promise<void> {
    const pages = manifest.description.pages.map(({ name, path }) => ({ name, path }));
    const request = { plugin: trial.plugin, pages };
    try {
      const options = { showLoading: false, quiet: true };
      // A standing trial opens what the registry's own opens, and no more.
      const allowed = held?.pages.map(({ path }) => path);
      const paths = new Set(allowed ?? (await call(pluginAdmin.overridePages, request, options)).paths);
      const first = trialPlugin(manifest, trial, paths, held);
      const [texts] = await Promise.all([readTrialTexts(first), this.#makeHot(manifest, first)]);
      const described = pathsOf(manifest.description);
      this.#running.set(trial.plugin, { trial, paths, held, described, first, latest: first, texts, build });
      tellTrial(trial, { step: 'running', pages: first.pages, texts });
    } catch (cause) {
      tellTrial(trial, { step: 'refused', reason: messageOf(cause) });
    }
  }

  /** Before any of the plugin's code runs. */
  async #makeHot({ shared }: PluginManifest, { name, base = '' }: SessionPlugin): Promise<void> {
    const { modules } = this.#parts;
    const provided = await Promise.all(shared.map((each) => modules.importModule(each)));
    this.#hot.leaveOut(provided);
    makeElementsHot(modules, this.#hot, { plugin: name, base });
  }

  #follow(trial: PluginOverride): void {
    if (this.#listening.has(trial.overrideId)) return;
    this.#listening.add(trial.overrideId);
    const left = Date.parse(trial.endsAt) - Date.now();
    setTimeout(() => void this.#parts.console.refresh(), left + 1_000);
    listenToDevServer(
      trial,
      (event) => void this.#hear(trial, event),
      () => tellTrial(trial, { step: 'unreachable', reason: '' }),
    );
  }

  async #hear(trial: PluginOverride, event: DevEvent): Promise<void> {
    const since = performance.now();
    // The console around it was built again, or its server: what is typed into open forms goes with them.
    if (event.type === 'reload') return location.reload();
    if (event.type === 'failed') return tellTrial(trial, { step: 'broken', reason: event.message });
    const running = this.#running.get(trial.plugin);
    if (running === undefined) return await this.#parts.console.refresh();
    if (event.build === running.build) return tellTrial(trial, { step: 'running', reason: '' });
    try {
      await this.#renew(running);
      const ms = Math.round(event.ms + performance.now() - since);
      const { texts } = running;
      tellTrial(trial, { step: 'running', reason: '', texts, build: { number: event.build, ms } });
    } catch (cause) {
      // The page on screen stays as it is; the next save fixes it.
      tellTrial(trial, { step: 'broken', reason: messageOf(cause) });
    }
  }

  /** Loads the newest build and draws it in the place of what is open, which keeps its state. */
  async #renew(running: Running): Promise<void> {
    const { trial, paths, held, latest: before } = running;
    const dev = await readDevPlugin(trial);
    if (dev.kind !== 'built') return;
    const { console, loader, modules } = this.#parts;
    const plugin = trialPlugin(dev.manifest, trial, paths, held);
    // Other pages are another menu: that is asked again.
    if (pathsOf(dev.manifest.description) !== running.described) return location.reload();
    running.latest = plugin;
    running.build = dev.build;
    modules.addImportMap(pluginImportMap([plugin]));
    const { state } = console;
    const content = state.phase === 'open' ? state.content : null;
    if (content?.kind === 'page' && content.entry.plugin.name === plugin.name) {
      const entry = this.current(content.entry);
      this.dress(entry, await loader.load(entry));
      this.#hot.redraw();
    }
    // Its page did not load: the build that was saved since may.
    if (content?.kind === 'failed' && content.entry.plugin.name === plugin.name) await console.retry();
    if (localesOf(plugin) !== localesOf(before)) running.texts = await readTrialTexts(plugin);
    // What both builds have stays: the newest stands on it.
    const files = before.files.filter((file) => !plugin.files.includes(file));
    loader.release({ ...before, files, pages: [] });
    await this.#nameThem();
  }
}

/** What the author's own code threw, where that is behind it. */
function messageOf(fault: unknown): string {
  const thrown = fault instanceof LoadError ? (fault.cause ?? fault) : fault;
  return thrown instanceof Error ? thrown.message : String(thrown);
}

const pathsOf = ({ pages }: { readonly pages: readonly { readonly path: string }[] }) =>
  pages.map(({ path }) => path).join();

const localesOf = ({ locales, files }: SessionPlugin) =>
  Object.values(locales)
    .map((index) => files[index])
    .join();
