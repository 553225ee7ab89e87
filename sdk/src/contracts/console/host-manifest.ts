import * as z from 'zod/mini';
import { packageFile } from '../plugins/plugin-manifest.ts';

/** What an import-map name stands for. `files` and `styles` are what it needs beyond the packs. */
const sharedModule = z.object({
  /** File name below `/host/` of the module; taken out of a pack where it is not in `files`. */
  entry: z.string(),
  files: z.array(z.string()),
  styles: z.array(z.string()),
});

/** `dist/host/host-manifest.json`: what the build made of host, SDK and shared libraries. */
export const hostManifest = z.object({
  format: z.literal(1),
  /** Changes whenever any file does: what `/version.json` answers. */
  version: z.string(),
  /** The range base plugins are checked against: the version of `@kituo/sdk`. */
  sdkVersion: z.string(),
  /** Every file served below `/host/`; `.br` and `.gz` stand beside each. */
  files: z.array(packageFile),
  /** File name of the module to import first; it is inside a pack. */
  entry: z.string(),
  /** Scripts of `index.html`, in this order (`defer`): libraries, then host. */
  packs: z.array(z.string()),
  /** Scripts of the sign-in page beyond the packs: in documents for whom nobody's session was found. */
  signIn: z.array(z.string()),
  /** Scripts that fill the slots of pages, beyond the packs: in documents of sessions with a plugin that fills any. */
  slots: z.array(z.string()),
  /** Stylesheets of `index.html`, in this order. */
  styles: z.array(z.string()),
  /** The names plugins may import, `react` to `@blueprintjs/table`. */
  shared: z.record(z.string(), sharedModule),
  /** File name below `/host/` of `shared`, for documents that list only what is in the packs. */
  sharedFile: z.string(),
  /** Language code to the file with the texts of host and SDK, `{host: {…}, sdk: {…}}`. */
  locales: z.record(z.string(), z.string()),
  /** File name of the worker that hashes uploads: a script of its own, in no pack. */
  hashWorker: z.string(),
});
export type HostManifest = z.output<typeof hostManifest>;

/** The part of the manifest that the browser needs: the JSON in `<script id="kituo-app">`. */
export const hostApp = z.extend(
  z.pick(hostManifest, {
    version: true,
    sdkVersion: true,
    entry: true,
    shared: true,
    locales: true,
    hashWorker: true,
  }),
  // Absent where `shared` is whole.
  { sharedFile: z.optional(z.string()) },
);
export type HostApp = z.output<typeof hostApp>;

export function hostAppOf(manifest: HostManifest): HostApp {
  const { version, sdkVersion, entry, shared, locales, hashWorker } = manifest;
  return { version, sdkVersion, entry, shared, locales, hashWorker };
}

/** The same for a document whose page needs the packs alone: of `shared` what is in them, and where the rest is. */
export function packedAppOf(manifest: HostManifest): HostApp {
  const inPacks = Object.entries(manifest.shared).filter(([, { files, styles }]) => files.length + styles.length === 0);
  return { ...hostAppOf(manifest), shared: Object.fromEntries(inPacks), sharedFile: manifest.sharedFile };
}

/** A call that the opened page begins with, as the document carries it. */
export interface FirstCall {
  readonly method: 'GET' | 'POST';
  /** The endpoint's, its parameters still in braces. */
  readonly path: string;
  readonly request: Readonly<Record<string, unknown>>;
  /** The answer's `data`; absent where the document did not wait for it. Its page alone knows what it is. */
  readonly data?: never;
}

/** The JSON in `<script id="kituo-calls">`: what the opened page begins with, for one session and language. */
export interface FirstCalls {
  readonly sessionId: string;
  readonly language: string;
  readonly calls: readonly FirstCall[];
}

/** One thing that a release changed for people, as `/whats-new.json` lists them: newest first. */
export interface NewsLine {
  readonly en: string;
  readonly zh: string;
}
