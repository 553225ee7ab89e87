import { hostAppOf } from '@kituo/sdk/contracts';
import type { HostManifest } from '@kituo/sdk/contracts';

/** What a frame's document is made of. */
export interface FrameParts {
  /** The frame's own shared bundle. */
  readonly manifest: HostManifest;
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

/**
 * The document of a frame, the same for every plugin and before one is handed to it: links and data alone, no
 * script of its own, and nothing that is not public.
 */
export function frameHtml({ manifest, isDark }: FrameParts): string {
  const host = (names: readonly string[]) => names.map((name) => `/host/${name}`);
  return [
    `<!doctype html><html lang="en"${isDark ? ' class="bp6-dark" data-theme="dark"' : ''}><head>`,
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><title>Kituo</title>',
    ...host(manifest.styles).map((url) => `<link rel="stylesheet" href="${url}"${checked(url)}>`),
    ...host(manifest.packs).map((url) => `<script defer src="${url}"${checked(url)}></script>`),
    '</head><body><div id="root"></div>',
    block('kituo-app', hostAppOf(manifest)),
    '</body></html>',
  ].join('');
}

/**
 * What a frame may do: run the shared bundle and files that a ticket opens, and a frame knows the ticket of its own
 * plugin alone. It connects to nothing, posts to nothing, frames nothing, saves nothing; where it may be moved to
 * is for the console's own policy (`frame-src`).
 */
export function framePolicy(origin: string): string {
  const own = `${origin}/host/ ${origin}/frame/`;
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
    'sandbox allow-scripts',
  ].join('; ');
}
