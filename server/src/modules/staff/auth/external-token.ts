import { createHmac } from 'node:crypto';
import type { MenuItem, ReplyOf, auth } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import type { Queryable } from '../../../db/database.ts';
import { readClaims, serverSecret, signClaims } from '../../platform/vault/index.ts';
import { menusFor } from './bootstrap.ts';
import type { BootstrapAsker } from './bootstrap.ts';

/** Long enough for a new tab to open on a slow line. */
export const EXTERNAL_TOKEN_SECONDS = 60;
const PURPOSE = 'external-address';

/** What a token of an external address says. */
export interface ExternalClaims {
  readonly userNo: string;
  /** The address as the menu has it, before language, country and token are added. */
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * The key of one external system: HMAC-SHA256 of its origin (`https://reports.example`) with the
 * server's secret. Handed to that system alone, it verifies tokens for it and forges none for others.
 */
export async function externalKey(db: Queryable, origin: string): Promise<Buffer> {
  return createHmac('sha256', await serverSecret(db, PURPOSE))
    .update(origin)
    .digest();
}

function isClaims(value: unknown): value is ExternalClaims {
  return (
    typeof value === 'object' &&
    value !== null &&
    'userNo' in value &&
    typeof value.userNo === 'string' &&
    'url' in value &&
    typeof value.url === 'string' &&
    'expiresAt' in value &&
    typeof value.expiresAt === 'number'
  );
}

/**
 * Reads a token with the key of its address's origin. Answers null for one that was altered, has
 * expired, or was made for another address: the whole `url` has to be the one that was opened.
 */
export function readExternalToken(
  token: string,
  { key, url, now }: { readonly key: Buffer; readonly url: string; readonly now: number },
): ExternalClaims | null {
  const claims = readClaims(key, token);
  if (!isClaims(claims) || claims.url !== url || claims.expiresAt <= now) return null;
  return claims;
}

const hasAddress = (items: readonly MenuItem[], url: string): boolean =>
  items.some((item) => item.externalUrl === url || hasAddress(item.childList, url));

/** A token for one external address of the caller's own menu. Throws NOT_FOUND for any other. */
export async function externalTokenFor(
  { db, services, caller }: Call,
  url: string,
  asker: BootstrapAsker,
): Promise<ReplyOf<typeof auth.externalToken>> {
  const menus = await menusFor(db, services, asker);
  if (!URL.canParse(url) || !hasAddress(menus, url)) throw new AppError('NOT_FOUND');
  const expiresAt = Date.now() + EXTERNAL_TOKEN_SECONDS * 1000;
  const claims: ExternalClaims = { userNo: caller.userNo, url, expiresAt };
  const key = await externalKey(db, new URL(url).origin);
  return {
    token: signClaims(key, claims),
    expiresInSeconds: EXTERNAL_TOKEN_SECONDS,
  };
}
