import type { appUpdate, ParsedRequestOf } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { packageOf } from './packages.ts';
import { lockRelease } from './store.ts';

type Form = ParsedRequestOf<typeof appUpdate.save>;

/** A draft is newer than whatever was published of its app. @throws AppError APP_VERSION_OLD */
async function refuseOld(tx: Tx, { merchantNo, os, versionCode }: Form): Promise<void> {
  const newest = await tx
    .selectFrom('appRelease')
    .select('versionCode')
    .where('merchantNo', '=', merchantNo)
    .where('os', '=', os)
    .where('publishedAt', 'is not', null)
    .orderBy('versionCode', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest && versionCode <= newest.versionCode) {
    throw new AppError('APP_VERSION_OLD', { fields: ['versionCode'], facts: { newest: newest.versionCode } });
  }
}

/** @throws AppError NOT_FOUND, STALE, ILLEGAL_TRANSITION, REFERENCE_UNKNOWN, APP_VERSION_OLD */
export async function saveRelease(form: Form, call: CommandContext) {
  const { tx, caller } = call;
  const { releaseNo, version, releaseNotes, package: _attached, ...rest } = form;
  const { merchantNo } = form;
  const known = await tx
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!known || !seesMerchant(caller.scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  await refuseOld(tx, form);
  const held = await packageOf(tx, form);
  const values = { ...rest, releaseNotes: JSON.stringify(releaseNotes), package: held && JSON.stringify(held) };
  const log = {
    subjectType: 'appRelease',
    merchantNo,
    after: { ...rest, releaseNotes, packageMd5: held?.md5 ?? null },
  };
  if (releaseNo === undefined) {
    const made = await tx
      .insertInto('appRelease')
      .values(values)
      .returning(['releaseNo', 'version'])
      .executeTakeFirstOrThrow();
    noteMade(tx, `app release ${made.releaseNo}`);
    await writeAudit(tx, call, { ...log, action: 'appUpdate.save', subjectNo: made.releaseNo });
    return made;
  }
  const before = await lockRelease({ releaseNo, version }, call);
  if (before.appVersionStatus !== 'DRAFT') throw new AppError('ILLEGAL_TRANSITION');
  await tx
    .updateTable('appRelease')
    .set({ ...values, version: before.version + 1 })
    .where('releaseNo', '=', releaseNo)
    .execute();
  const { versionName, versionCode, updateType, rolloutPercent, minSupportedVersionCode, storeUrl } = before;
  await writeAudit(tx, call, {
    ...log,
    action: 'appUpdate.update',
    subjectNo: releaseNo,
    before: {
      versionName,
      versionCode,
      updateType,
      rolloutPercent,
      minSupportedVersionCode,
      storeUrl,
      releaseNotes: before.releaseNotes,
      packageMd5: before.package?.md5 ?? null,
    },
  });
  return { releaseNo, version: before.version + 1 };
}

/** @throws AppError NOT_FOUND, STALE, ILLEGAL_TRANSITION, ROLLOUT_DOWN */
export async function widenRollout(request: ParsedRequestOf<typeof appUpdate.rollout>, call: CommandContext) {
  const before = await lockRelease(request, call);
  if (before.appVersionStatus !== 'PUBLISHED') throw new AppError('ILLEGAL_TRANSITION');
  const { releaseNo, merchantNo, appVersionStatus } = before;
  const { rolloutPercent } = request;
  if (rolloutPercent <= before.rolloutPercent) throw new AppError('ROLLOUT_DOWN', { fields: ['rolloutPercent'] });
  await call.tx
    .updateTable('appRelease')
    .set({ rolloutPercent, version: before.version + 1 })
    .where('releaseNo', '=', releaseNo)
    .execute();
  await writeAudit(call.tx, call, {
    action: 'appUpdate.rollout',
    subjectType: 'appRelease',
    subjectNo: releaseNo,
    merchantNo,
    before: { rolloutPercent: before.rolloutPercent },
    after: { rolloutPercent },
  });
  return { releaseNo, appVersionStatus, rolloutPercent };
}

/** @throws AppError NOT_FOUND, STALE, ILLEGAL_TRANSITION */
export async function withdrawRelease(request: ParsedRequestOf<typeof appUpdate.withdraw>, call: CommandContext) {
  const before = await lockRelease(request, call);
  if (before.appVersionStatus !== 'PUBLISHED') throw new AppError('ILLEGAL_TRANSITION');
  const { releaseNo, merchantNo, rolloutPercent } = before;
  const { reason } = request;
  await call.tx
    .updateTable('appRelease')
    .set({ appVersionStatus: 'WITHDRAWN', withdrawReason: reason, version: before.version + 1 })
    .where('releaseNo', '=', releaseNo)
    .execute();
  await writeAudit(call.tx, call, {
    action: 'appUpdate.withdraw',
    subjectType: 'appRelease',
    subjectNo: releaseNo,
    merchantNo,
    before: { appVersionStatus: 'PUBLISHED' },
    after: { appVersionStatus: 'WITHDRAWN' },
    reason,
  });
  return { releaseNo, appVersionStatus: 'WITHDRAWN' as const, rolloutPercent };
}
