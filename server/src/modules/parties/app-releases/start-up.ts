import { createHash } from 'node:crypto';
import type { appUpdate, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { packageFor } from './packages.ts';

/** Whether an install is in a part of all: the same one each time, and in every larger part, too. Pure. */
export function isWithinRollout(installId: string, releaseNo: string, percent: number): boolean {
  const place = createHash('sha256').update(`${releaseNo} ${installId}`).digest().readUInt32BE() % 100;
  return place < percent;
}

/** The newest release that is offered to an install, and whether it may go on without it. */
export async function startUpOf(
  db: Queryable,
  { merchantNo, os, versionCode, installId }: ParsedRequestOf<typeof appUpdate.forApp>,
  lang: string,
): Promise<ReplyOf<typeof appUpdate.forApp>> {
  await noteInstall(db, { merchantNo, os, versionCode, installId });
  const offered = await db
    .selectFrom('appRelease')
    .selectAll()
    .where('merchantNo', '=', merchantNo)
    .where('os', '=', os)
    .where('appVersionStatus', '=', 'PUBLISHED')
    .orderBy('versionCode', 'desc')
    .execute();
  const newer = offered.filter(
    ({ releaseNo, rolloutPercent, versionCode: theirs }) =>
      theirs > versionCode && isWithinRollout(installId, releaseNo, rolloutPercent),
  );
  const [newest] = newer;
  if (!newest) return { release: null, mustUpdate: false };
  const { versionName, updateType, storeUrl, releaseNotes, minSupportedVersionCode } = newest;
  return {
    release: {
      versionName,
      versionCode: newest.versionCode,
      updateType,
      storeUrl,
      releaseNotes: releaseNotes[lang] ?? releaseNotes['en'] ?? '',
      package: packageFor(newest.package),
    },
    // A forced release holds older apps whatever was published after it.
    mustUpdate: newer.some((one) => one.updateType === 'FORCED') || versionCode < minSupportedVersionCode,
  };
}

/** Keeps which version an install has, and since when; of a merchant that is not there nothing is kept. */
async function noteInstall(
  db: Queryable,
  { merchantNo, os, versionCode, installId }: ParsedRequestOf<typeof appUpdate.forApp>,
): Promise<void> {
  const installHash = createHash('sha256').update(installId).digest('base64url');
  await sql`
    INSERT INTO app_install (merchant_no, os, install_hash, version_code)
    SELECT merchant_no, ${os}, ${installHash}, ${versionCode}::int FROM merchant WHERE merchant_no = ${merchantNo}
    ON CONFLICT (merchant_no, os, install_hash)
    DO UPDATE SET version_code = excluded.version_code, last_seen_at = now()`.execute(db);
  await sql`
    INSERT INTO app_install_start (merchant_no, os, install_hash, version_code, first_seen_on)
    SELECT merchant_no, ${os}, ${installHash}, ${versionCode}::int, ${businessDateOf(new Date())}::date
    FROM merchant WHERE merchant_no = ${merchantNo}
    ON CONFLICT DO NOTHING`.execute(db);
}
