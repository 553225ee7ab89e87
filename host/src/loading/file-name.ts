import type { SessionPlugin } from '@kituo/sdk/contracts';

/** `<stem>.<sha-256 in base64url>.<ending>`: a file's name is its integrity. */
const HASHED_NAME = /\.([A-Za-z0-9_-]{43})\.[a-z0-9]+$/;

/**
 * The integrity that a file's name carries, as `<script integrity>` and import maps want it.
 *
 * @throws Error when the name carries no hash: such a file is never loaded.
 */
export function integrityOf(fileName: string): string {
  const hash = HASHED_NAME.exec(fileName)?.[1];
  if (hash === undefined) throw new Error(`${fileName} carries no hash`);
  return `sha256-${hash.replaceAll('-', '+').replaceAll('_', '/')}=`;
}

/** The address of a plugin's file: on the server, or where a developer tries it from. */
export function fileUrlOf(plugin: SessionPlugin, fileName: string): string {
  const { base, name, version } = plugin;
  return base === undefined ? pluginFileUrl(name, version, fileName) : base + fileName;
}

export function pluginFileUrl(plugin: string, version: string, fileName: string): string {
  return `/plugins/${plugin}/${version}/${fileName}`;
}
