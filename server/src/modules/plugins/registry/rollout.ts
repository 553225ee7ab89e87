import { createHash } from 'node:crypto';
import type { RegistryFile } from '@kituo/sdk/contracts';

export type Rollout = NonNullable<RegistryFile['plugins'][string]['rollout']>;

/** Whose version is chosen. */
export interface Chooser {
  readonly userNo: string;
  readonly roles: readonly { readonly roleNo: string; readonly roleName: string }[];
  readonly merchants: readonly { readonly merchantNo: string }[];
  /** Versions that failed this session too often, `users@1.5.0`: it gets those of everybody. */
  readonly pluginsOut?: readonly string[];
}

/** Why a person gets the version of a rollout, or the one that everybody has. */
export type Choice = 'chosen' | 'of another role' | 'of another merchant' | 'not in the share yet' | 'taken out';

const SHARES = 10_000;

/**
 * 0 up to 100, with two decimals: where a person is in the queue for a version. It never changes, so
 * whoever has the new version at 20 % has it at 50 %; each version has another queue.
 */
export function queuePlace(plugin: string, version: string, userNo: string): number {
  const hash = createHash('sha256').update(`${plugin} ${version} ${userNo}`).digest();
  return (hash.readUInt32BE(0) % SHARES) / (SHARES / 100);
}

/** Whom a rollout names (roles by number or name, merchants), and of those the first so many per cent. */
export function choose(plugin: string, rollout: Rollout, who: Chooser): Choice {
  const { version, percent = 100, roles = [], merchants = [] } = rollout;
  const isNamed = (name: string) => roles.some((role) => role.toLowerCase() === name.toLowerCase());
  if (roles.length > 0 && !who.roles.some(({ roleNo, roleName }) => isNamed(roleNo) || isNamed(roleName))) {
    return 'of another role';
  }
  if (merchants.length > 0 && !who.merchants.some(({ merchantNo }) => merchants.includes(merchantNo))) {
    return 'of another merchant';
  }
  if (queuePlace(plugin, version, who.userNo) >= percent) return 'not in the share yet';
  return who.pluginsOut?.includes(`${plugin}@${version}`) ? 'taken out' : 'chosen';
}
