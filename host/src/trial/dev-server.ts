import { pluginManifest, type PluginManifest, type PluginOverride, type SessionPlugin } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';

/** A developer's machine may be slow, but not this slow. Milliseconds. */
const PATIENCE_MS = 10_000;

const built = z.object({ build: z.number(), manifest: pluginManifest });
const unbuilt = z.object({ build: z.number(), message: z.string() });
const event = z.union([
  z.object({ type: z.literal('rebuilt'), build: z.number(), ms: z.number() }),
  z.object({ type: z.literal('failed'), build: z.number(), message: z.string() }),
  z.object({ type: z.literal('reload') }),
]);
export type DevEvent = z.output<typeof event>;

/** What the dev server has of the plugin, or why it has nothing. */
export type DevPlugin =
  | { readonly kind: 'built'; readonly build: number; readonly manifest: PluginManifest }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'unreachable' };

export async function readDevPlugin({ origin, plugin }: PluginOverride): Promise<DevPlugin> {
  let body: unknown;
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const reply = await fetch(`${origin}/plugin.json`, { cache: 'no-store', signal });
    body = await reply.json();
  } catch {
    return { kind: 'unreachable' };
  }
  const right = built.safeParse(body);
  if (right.success) {
    const { name } = right.data.manifest.description;
    if (name !== plugin) return { kind: 'broken', reason: `${origin} serves ${name}` };
    return { kind: 'built', ...right.data };
  }
  const failed = unbuilt.safeParse(body).data;
  return { kind: 'broken', reason: failed?.message ?? `${origin} serves no plugin` };
}

/** Listens for rebuilds; `lost` where the connection broke, which is tried again automatically. */
export function listenToDevServer({ origin }: PluginOverride, told: (event: DevEvent) => void, lost: () => void): void {
  const events = new EventSource(`${origin}/events`);
  events.addEventListener('message', ({ data }) => {
    const read = event.safeParse(JSON.parse(String(data))).data;
    if (read !== undefined) told(read);
  });
  events.addEventListener('error', lost);
}

/**
 * The plugin as a session has one, its files on the developer's machine. `held` is the registry's: what it fills of
 * others' pages is filled from the new build.
 */
export function trialPlugin(
  { description, files, entry, styles, locales, pages, fills = [] }: PluginManifest,
  { origin }: PluginOverride,
  paths: ReadonlySet<string>,
  held?: SessionPlugin,
): SessionPlugin {
  const { name, version, section } = description;
  const built = new Map(pages.map((page) => [page.name, page]));
  return {
    name,
    version,
    base: `${origin}/`,
    titleKey: section.titleKey,
    files: files.map((file) => file.name),
    entry,
    styles,
    locales,
    ...(held?.fills !== undefined && {
      fills: held.fills.flatMap((fill) => {
        const parts = fills.find(({ name: filled }) => filled === fill.name);
        return parts === undefined ? [] : [{ ...fill, files: parts.files, styles: parts.styles, shared: parts.shared }];
      }),
    }),
    pages: description.pages.flatMap(({ name: page, path, titleKey }) => {
      const parts = built.get(page);
      if (parts === undefined || !paths.has(path)) return [];
      const { files: scripts, styles: own, shared } = parts;
      return [{ name: page, path, titleKey, files: scripts, styles: own, shared }];
    }),
  };
}
