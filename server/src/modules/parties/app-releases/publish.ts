import type { appUpdate, ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { lockRelease, type Release } from './store.ts';

const OS = { ANDROID: 'Android', IOS: 'iOS' } as const;
const payload = z.strictObject({ releaseNo: z.string(), version: z.int() });
type Payload = z.output<typeof payload>;

async function offer(before: Release, call: CommandContext): Promise<void> {
  if (before.appVersionStatus === 'PUBLISHED') throw new AppError('ILLEGAL_TRANSITION');
  const { releaseNo, merchantNo, appVersionStatus } = before;
  await call.tx
    .updateTable('appRelease')
    .set({
      appVersionStatus: 'PUBLISHED',
      publishedAt: new Date(),
      publishedBy: call.caller.userNo,
      withdrawReason: null,
      version: before.version + 1,
    })
    .where('releaseNo', '=', releaseNo)
    .execute();
  await writeAudit(call.tx, call, {
    action: 'appUpdate.publish',
    subjectType: 'appRelease',
    subjectNo: releaseNo,
    merchantNo,
    before: { appVersionStatus },
    after: { appVersionStatus: 'PUBLISHED' },
  });
}

/** A release that stops older apps is published by two people. */
export const publishForcedKind: ChangeKind<Payload> = {
  kind: 'appUpdate.publishForced',
  family: 'appUpdate',
  title: { en: 'Publish forced update', zh: '发布强制更新' },
  checkerCode: 'operation:config:audit',
  payload,
  async describe(db, { releaseNo }, scope) {
    const found = await db.selectFrom('appRelease').selectAll().where('releaseNo', '=', releaseNo).executeTakeFirst();
    if (!found || !seesMerchant(scope, found.merchantNo)) throw new AppError('NOT_FOUND');
    return {
      subjectNo: releaseNo,
      subjectName: `${OS[found.os]} ${found.versionName}`,
      before: { appVersionStatus: found.appVersionStatus },
      after: {
        appVersionStatus: 'PUBLISHED',
        updateType: found.updateType,
        minSupportedVersionCode: found.minSupportedVersionCode,
        rolloutPercent: found.rolloutPercent,
      },
      concerns: [],
      merchantNos: [found.merchantNo],
      state: { version: found.version },
    };
  },
  async apply(named, call) {
    await offer(await lockRelease(named, call), call);
    return { releaseNo: named.releaseNo };
  },
};

/** @throws AppError NOT_FOUND, STALE, ILLEGAL_TRANSITION, CHANGE_WAITING */
export async function publishRelease(
  { releaseNo, version, reason }: ParsedRequestOf<typeof appUpdate.publish>,
  call: CommandContext,
) {
  const before = await lockRelease({ releaseNo, version }, call);
  const { rolloutPercent, appVersionStatus } = before;
  if (before.updateType === 'FORCED') {
    const changeNo = await requestChange(publishForcedKind, { releaseNo, version }, call, reason);
    return { releaseNo, appVersionStatus, rolloutPercent, changeNo };
  }
  await offer(before, call);
  return { releaseNo, appVersionStatus: 'PUBLISHED' as const, rolloutPercent };
}
