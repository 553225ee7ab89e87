import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
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

/** What this very reply has given the browser already. */
function deviceOfReply({ reply }: Raw): string | null {
  const given = [reply.getHeader('set-cookie') ?? []].flat().join('; ');
  return /kituo_device=([A-Za-z0-9_-]{43})/.exec(given)?.[1] ?? null;
}

const hashOf = (raw: Raw): Buffer | null => {
  const device = deviceOfRequest(raw);
  return device === null ? null : secretHash(device);
};

/**
 * Whose tries a try counts among: those from a browser where the person was let in before stand by themselves, so that a
 * stranger who types wrong passwords locks out nobody but strangers.
 */
export async function guesserOf(db: Queryable, raw: Raw, userNo: string): Promise<string> {
  const deviceHash = hashOf(raw);
  if (deviceHash === null) return userNo;
  const known = await db
    .selectFrom('knownDevice')
    .select('userNo')
    .where('userNo', '=', userNo)
    .where('deviceHash', '=', deviceHash)
    .executeTakeFirst();
  return known ? `${userNo}@${deviceHash.toString('hex', 0, 16)}` : userNo;
}

/**
 * The person was let in at this browser. With `provedByCode` a code reached them here, too: the next sign-in here is
 * not one from a new device.
 */
export async function rememberDevice(
  db: Queryable,
  raw: Raw,
  userNo: string,
  { provedByCode }: { readonly provedByCode: boolean },
): Promise<void> {
  const device = deviceOfRequest(raw) ?? deviceOfReply(raw) ?? newSecret();
  const again = { lastSeenAt: sql<Date>`now()`, ...(provedByCode ? { provedByCode } : {}) };
  await db
    .insertInto('knownDevice')
    .values({ userNo, deviceHash: secretHash(device), provedByCode })
    .onConflict((conflict) => conflict.columns(['userNo', 'deviceHash']).doUpdateSet(again))
    .execute();
  const isSecure = raw.request.protocol === 'https';
  const maxAge = REMEMBERED_DAYS * 86_400;
  void raw.reply.header(
    'set-cookie',
    `${isSecure ? '__Secure-' : ''}kituo_device=${device}; Path=${PATH}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
  );
}
