import type { ParsedRequestOf, testUser } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../audit/index.ts';
import { type ChangeKind, requestChange } from '../changes/index.ts';
import { maskPhone } from '../masking/index.ts';
import { sealedFor } from './find.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 30;

const payload = z.strictObject({
  /** Null for a new one. */
  testUserNo: z.nullable(z.string()),
  version: z.nullable(z.int()),
  merchantNo: z.string(),
  phone: z.string(),
  /** Sealed, in base64: the code waits nowhere in clear. */
  codeSealed: z.string(),
  expiresAt: z.string(),
  remark: z.nullable(z.string()),
});
type Payload = z.output<typeof payload>;

/** @throws AppError REFERENCE_UNKNOWN, TEST_USER_NOT_SANDBOX, TEST_USER_EXPIRY, TEST_USER_TAKEN */
async function refuseFaulty(db: Queryable, wanted: Payload, scope: DataScope): Promise<void> {
  const { merchantNo, phone, expiresAt, testUserNo } = wanted;
  const merchant = await db
    .selectFrom('merchant')
    .select('isSandbox')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!merchant || !seesMerchant(scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  if (!merchant.isSandbox) throw new AppError('TEST_USER_NOT_SANDBOX', { fields: ['merchantNo'] });
  const ahead = new Date(expiresAt).getTime() - Date.now();
  if (ahead <= 0 || ahead > MAX_DAYS * DAY_MS) throw new AppError('TEST_USER_EXPIRY', { fields: ['expiresAt'] });
  const same = await db
    .selectFrom('testUser')
    .select('testUserNo')
    .where('merchantNo', '=', merchantNo)
    .where('phone', '=', phone)
    .executeTakeFirst();
  if (same && same.testUserNo !== testUserNo) throw new AppError('TEST_USER_TAKEN', { fields: ['phone'] });
}

const factsOf = (one: { merchantNo: string; phone: string; expiresAt: Date | string; remark: string | null }) => ({
  merchantNo: one.merchantNo,
  phone: maskPhone(one.phone),
  expiresAt: new Date(one.expiresAt).toISOString(),
  remark: one.remark,
});

async function lockTestUser(
  { testUserNo, version }: { readonly testUserNo: string; readonly version: number | null },
  { tx, caller }: CommandContext,
) {
  const before = await lockOne(tx, tx.selectFrom('testUser').selectAll().where('testUserNo', '=', testUserNo), {
    missing: 'NOT_FOUND',
    subject: `testUser ${testUserNo}`,
    state: (row) => row.version,
    isSeen: (row) => seesMerchant(caller.scope, row.merchantNo),
  });
  if (before.version !== version) throw new AppError('STALE');
  return before;
}

/** A number whose code is fixed, once approved. */
export const saveTestUserKind: ChangeKind<Payload> = {
  kind: 'testUser.save',
  family: 'messageCenter',
  title: { en: 'Save test user', zh: '保存测试用户' },
  checkerCode: 'operation:config:audit',
  payload,
  async describe(db, wanted, scope) {
    const { testUserNo, version, merchantNo, phone } = wanted;
    await refuseFaulty(db, wanted, scope);
    const before =
      testUserNo === null
        ? null
        : await db.selectFrom('testUser').selectAll().where('testUserNo', '=', testUserNo).executeTakeFirst();
    if (before === undefined || (before && !seesMerchant(scope, before.merchantNo))) throw new AppError('NOT_FOUND');
    if (before && before.version !== version) throw new AppError('STALE');
    return {
      subjectNo: testUserNo ?? `${merchantNo}_${phone}`,
      subjectName: maskPhone(phone),
      before: before ? factsOf(before) : null,
      after: factsOf(wanted),
      concerns: [],
      merchantNos: [...new Set([merchantNo, before?.merchantNo ?? merchantNo])],
      state: { version },
    };
  },
  async apply(wanted, call) {
    const { tx, caller } = call;
    const { testUserNo, version, merchantNo, phone, codeSealed, expiresAt, remark } = wanted;
    await refuseFaulty(tx, wanted, caller.scope);
    const values = { merchantNo, phone, codeSealed: Buffer.from(codeSealed, 'base64'), expiresAt, remark };
    const before = testUserNo === null ? null : await lockTestUser({ testUserNo, version }, call);
    const saved = before
      ? await tx
          .updateTable('testUser')
          .set({ ...values, updatedBy: caller.userNo, updatedAt: new Date(), version: before.version + 1 })
          .where('testUserNo', '=', before.testUserNo)
          .returning('testUserNo')
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('testUser')
          .values({ ...values, updatedBy: caller.userNo })
          .returning('testUserNo')
          .executeTakeFirstOrThrow();
    if (!before) noteMade(tx, `testUser ${saved.testUserNo}`);
    await writeAudit(tx, call, {
      action: before ? 'testUser.update' : 'testUser.save',
      subjectType: 'testUser',
      subjectNo: saved.testUserNo,
      merchantNo,
      ...(before && { before: factsOf(before) }),
      after: factsOf(wanted),
    });
    return saved;
  },
};

/** @throws AppError what a faulty form says, NOT_FOUND, STALE, CHANGE_WAITING */
export async function requestTestUser(form: ParsedRequestOf<typeof testUser.save>, call: CommandContext) {
  const { testUserNo, version, merchantNo, phone, fixedCode, expiresAt, remark, reason } = form;
  const sealed = call.services.vault.seal(Buffer.from(fixedCode), sealedFor(merchantNo, phone));
  const wanted = {
    testUserNo: testUserNo ?? null,
    version: version ?? null,
    merchantNo,
    phone,
    codeSealed: sealed.toString('base64'),
    expiresAt,
    remark,
  };
  return { changeNo: await requestChange(saveTestUserKind, wanted, call, reason) };
}

/** Its number gets codes as any other again, at once. @throws AppError NOT_FOUND, STALE */
export async function deleteTestUser(
  { testUserNo, version }: ParsedRequestOf<typeof testUser.remove>,
  call: CommandContext,
) {
  const before = await lockTestUser({ testUserNo, version }, call);
  await call.tx.deleteFrom('testUser').where('testUserNo', '=', testUserNo).execute();
  await writeAudit(call.tx, call, {
    action: 'testUser.delete',
    subjectType: 'testUser',
    subjectNo: testUserNo,
    merchantNo: before.merchantNo,
    before: factsOf(before),
    after: { isDeleted: true },
  });
  return { testUserNo };
}
