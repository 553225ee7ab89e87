import { hostAppOf } from '@kituo/sdk/contracts';
import type { HostManifest, SessionPlugin } from '@kituo/sdk/contracts';

/** What a frame's document is made of. */
export interface FrameParts {
  /** The frame's own shared bundle. */
  readonly manifest: HostManifest;
  /** The plugin as the session has it. */
  readonly plugin: SessionPlugin;
  /** `/frame/<ticket>/`: where its files are. */
  readonly base: string;
  /** The page or fill that is going to be drawn, so that its files are in the document; may be unknown. */
  readonly opened: string | null;
  readonly isDark: boolean;
}

const hashed = /\.([A-Za-z0-9_-]{43})\.[a-z0-9]+$/;

/** An opaque origin fetches everything from elsewhere: integrity is checked on CORS replies alone. */
function checked(url: string): string {
  const hash = hashed.exec(url)?.[1]?.replaceAll('-', '+').replaceAll('_', '/');
  return hash === undefined ? '' : ` crossorigin="anonymous" integrity="sha256-${hash}="`;
}

const block = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;

/** The document of an isolated plugin's frame: links and data alone, no script of its own. */
export function frameHtml({ manifest, plugin, base, opened, isDark }: FrameParts): string {
  const part =
    plugin.pages.find(({ name }) => name === opened) ??
    plugin.fills?.find(({ name }) => name === opened);
  const own = (indexes: readonly number[]): string[] =>
    [...new Set(indexes)].flatMap((index) => {
      const file = plugin.files[index];
      return file === undefined ? [] : [base + file];
    });
  const shared = (part?.shared ?? []).flatMap((name) => manifest.shared[name] ?? []);
  const host = (names: readonly string[]) => [...new Set(names)].map((name) => `/host/${name}`);
  const styles = [
    ...host([...manifest.styles, ...shared.flatMap((each) => each.styles)]),
    ...own([...plugin.styles, ...(part?.styles ?? [])]),
  ];
  const modules = [
    ...host(shared.flatMap((each) => each.files)),
    ...(part ? own([plugin.entry, ...part.files]) : []),
  ];
  return [
    `<!doctype html><html lang="en"${isDark ? ' class="bp6-dark" data-theme="dark"' : ''}><head>`,
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<meta name="color-scheme" content="light dark"><title>${plugin.name}</title>`,
    ...styles.map((url) => `<link rel="stylesheet" href="${url}"${checked(url)}>`),
    ...host(manifest.packs).map((url) => `<script defer src="${url}"${checked(url)}></script>`),
    ...modules.map((url) => `<script defer data-module src="${url}"${checked(url)}></script>`),
    '</head><body><div id="root"></div>',
    block('kituo-app', hostAppOf(manifest)),
    block('kituo-frame', { plugin, base }),
    '</body></html>',
  ].join('');
}

/**
 * What a frame may do: run the shared bundle and its plugin's own files. It connects to nothing, posts to
 * nothing, frames nothing; where it may be moved to is for the console's own policy (`frame-src`).
 */
export function framePolicy(origin: string, base: string, mayDownload: boolean): string {
  const own = `${origin}/host/ ${origin}${base}`;
  return [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${own}`,
    'img-src data: blob:',
    "connect-src 'none'",
    "font-src 'none'",
    "frame-src 'none'",
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    `sandbox allow-scripts${mayDownload ? ' allow-downloads' : ''}`,
  ].join('; ');
}
