import type { PluginGrants, PluginManifest, SessionRegistry } from '@kituo/sdk/contracts';
import type { ServedFile } from '../../../http/send-file.ts';
import type { RegistryPlace } from './registry-place.ts';
import type { OffPage } from './off-page.ts';
import type { Chooser, Rollout } from './rollout.ts';

declare module '../../../services.ts' {
  interface Services {
    readonly registry: RegistryService;
  }
}

export interface PackageFile extends ServedFile {
  /** Lower-cased paths of the pages it is for; null where every page of the plugin needs it. */
  readonly pages: ReadonlySet<string> | null;
  /** Of a package that runs in frames alone: it is served to these, never at the console's own addresses. */
  readonly isIsolated: boolean;
}

/** A page that some enabled plugin offers. */
export interface OfferedPage {
  /** As the plugin wrote it. */
  readonly path: string;
  readonly plugin: string;
  readonly always: boolean;
}

/** What is behind a plugin of a session. */
export interface OfferedPlugin {
  readonly manifest: PluginManifest;
  readonly isIsolated: boolean;
  readonly grants: PluginGrants;
}

export interface RegistryState {
  readonly revision: string;
  /** When the present state was taken in. */
  readonly loadedAt: Date;
  /** Why the newest registry file was not taken in; null when the state is the file's. */
  readonly fault: { readonly reason: string; readonly line: number | null } | null;
  readonly plugins: readonly {
    readonly name: string;
    readonly version: string;
    readonly enabled: boolean;
    /** Why an enabled plugin is left out: `incompatible with SDK 0.1.0`. */
    readonly leftOut: string | null;
    /** The version that some get in its place, and whom it is for. */
    readonly rollout: (Rollout & { readonly leftOut: string | null }) | null;
  }[];
}

/** The registry as the server holds it: the last good state of the file and its packages. */
export interface RegistryService {
  /** Where the file and the packages lie. */
  readonly place: RegistryPlace;
  state(): RegistryState;
  /** Reads the file now, without waiting for the watch: who has just written it sees what it says. */
  takeIn(): Promise<void>;
  /** Lower-cased path → page, over enabled and compatible plugins. */
  offeredPages(): ReadonlyMap<string, OfferedPage>;
  /** Lower-cased path → page of a section that is switched off or left out. */
  offPages(): Promise<ReadonlyMap<string, OffPage>>;
  /**
   * The registry cut down to a session that holds these lower-cased page paths; for a person with the
   * versions that rollouts choose for them, else with those that everybody has.
   */
  forPages(pages: ReadonlySet<string>, who?: Chooser): SessionRegistry;
  /** The same for two people exactly when rollouts choose the same versions for them: a key for caches. */
  choiceKey(who: Chooser): string;
  /** Does a session with these pages have this plugin? */
  isPermitted(plugin: string, pages: ReadonlySet<string>): boolean;
  /** A plugin as it is now, in the version that this person gets; null where nobody gets it. */
  offered(plugin: string, who: Chooser): OfferedPlugin | null;
  /** Whether files of this version are served: not of one whose key was withdrawn. */
  serves(plugin: string, version: string): boolean;
  /** A file of the version in force (or a still cached earlier one), null where there is none. */
  file(plugin: string, version: string, fileName: string): PackageFile | null;
  /**
   * Serves the files of a version that was on offer before, where it is on disk and right.
   * @returns why not, or null.
   */
  keep(plugin: string, version: string): Promise<string | null>;
  /** Called after each change of state. */
  onChange(listener: (state: RegistryState) => void): () => void;
  close(): Promise<void>;
}
