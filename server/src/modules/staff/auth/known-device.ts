import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { CallBasics } from '../../../http/implement.ts';
import { newSecret, secretHash } from '../../platform/access/index.ts';

type Raw = CallBasics['raw'];

const PATH = '/api/hc/web/noAuth/logon';
const REMEMBERED_DAYS = 180;
const plainForm = /(?:^|;\s*)kituo_device=([A-Za-z0-9_-]{43})(?=;|$)/;
/** The prefix asks for TLS, and leaves the path. */
const secureForm = /(?:^|;\s*)__Secure-kituo_device=([A-Za-z0-9_-]{43})(?=;|$)/;

/** The browser's device cookie; null where it has none. It authorizes nothing. */
export function deviceOfRequest(raw: Raw): string | null {
  const form = raw.request.protocol === 'https' ? secureForm : plainForm;
  return form.exec(raw.request.headers.cookie ?? '')?.[1] ?? null;
}

/** A code reached the person at this browser: the next sign-in here is not one from a new device. */
export async function rememberDevice(tx: Tx, raw: Raw, userNo: string): Promise<void> {
  const device = deviceOfRequest(raw) ?? newSecret();
  await tx
    .insertInto('knownDevice')
    .values({ userNo, deviceHash: secretHash(device) })
    .onConflict((conflict) => conflict.columns(['userNo', 'deviceHash']).doUpdateSet({ lastSeenAt: sql<Date>`now()` }))
    .execute();
  const isSecure = raw.request.protocol === 'https';
  const maxAge = REMEMBERED_DAYS * 86_400;
  void raw.reply.header(
    'set-cookie',
    `${isSecure ? '__Secure-' : ''}kituo_device=${device}; Path=${PATH}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
  );
}
