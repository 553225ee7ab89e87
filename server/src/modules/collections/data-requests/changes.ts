import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { correctCustomer, lockCustomer } from '../../parties/customers/index.ts';
import type { ChangeKind, EndedChange } from '../../platform/changes/index.ts';
import { businessDateOf, policyOn } from '../../platform/policy/index.ts';
import { openThings } from '../customer-desk/index.ts';
import { type Correction, corrections as correctionsForm, differences, masked } from './corrections.ts';
import { eraseHoldings, planErasure, proofOf } from './erase.ts';
import { personOf } from './person.ts';
import { auditStep, lockOfKind, lockRequest, moveRequest } from './store.ts';

const payload = z.strictObject({ requestNo: z.string() });
type Payload = z.output<typeof payload>;
const shared = {
  family: 'customerAccount',
  checkerCode: 'customerService:customer:close',
  payload,
} as const;

/** What was submitted and is not carried out is worked on again. */
async function giveBack(tx: Tx, { changeNo, userNo, reason }: EndedChange): Promise<void> {
  const change = await tx
    .selectFrom('changeRequest')
    .select('subjectNo')
    .where('changeNo', '=', changeNo)
    .executeTakeFirstOrThrow();
  const request = await lockRequest(tx, change.subjectNo ?? '', 'all');
  await moveRequest(tx, request, 'giveBack', { userNo, note: reason ?? undefined });
}

/** A correction of what is held: two people agree, for money goes to a number and an ID opens an account. */
export const correctKind: ChangeKind<Payload> = {
  ...shared,
  kind: 'dataRequest.correct',
  title: { en: 'Correct personal data', zh: '更正个人数据' },
  async describe(db, { requestNo }) {
    const { request, changed } = await correctionOf(db, requestNo);
    const facts = (side: 'before' | 'after') =>
      Object.fromEntries(changed.map((one) => [one.field, masked(one.field, one[side])]));
    return {
      subjectNo: requestNo,
      subjectName: `${requestNo} ${request.customerNo}`,
      before: facts('before'),
      after: facts('after'),
      concerns: [],
      merchantNos: [request.merchantNo],
      state: { version: request.version },
    };
  },
  async apply({ requestNo }, call) {
    const { tx, caller } = call;
    const request = await lockOfKind(tx, requestNo, 'CORRECTION', caller.scope);
    const customer = await lockCustomer(tx, request.customerNo, caller.scope);
    const wanted = correctionsForm.parse(request.corrections);
    const changed = differences(customer, wanted);
    if (changed.length === 0) throw new AppError('NOTHING_CHANGES');
    await correctCustomer(tx, customer, wanted);
    const done = await moveRequest(tx, request, 'approve', { userNo: caller.userNo });
    await auditStep(call, 'corrected', request, { ...done, fields: changed.map(({ field }) => field) });
    return done;
  },
  ended: giveBack,
};

async function correctionOf(db: Queryable, requestNo: string) {
  const request = await db.selectFrom('dataRequest').selectAll().where('requestNo', '=', requestNo).executeTakeFirst();
  if (!request) throw new AppError('DATA_REQUEST_NOT_FOUND');
  const customer = await db
    .selectFrom('customer')
    .selectAll()
    .where('customerNo', '=', request.customerNo)
    .executeTakeFirstOrThrow();
  const changed: Correction[] = differences(customer, correctionsForm.parse(request.corrections));
  return { request, changed };
}

/** Erasure: what no law keeps goes, in one transaction, and the account ends. Two people agree, and nothing is owed. */
export const eraseKind: ChangeKind<Payload> = {
  ...shared,
  kind: 'dataRequest.erase',
  title: { en: 'Erase personal data', zh: '删除个人数据' },
  async describe(db, { requestNo }) {
    const request = await db
      .selectFrom('dataRequest')
      .select(['customerNo', 'merchantNo', 'requestStatus'])
      .where('requestNo', '=', requestNo)
      .executeTakeFirst();
    if (!request) throw new AppError('DATA_REQUEST_NOT_FOUND');
    const { policy } = await policyOn(db, businessDateOf(new Date()));
    const lines = await planErasure(db, await personOf(db, request.customerNo), policy.dataRights.keepYears);
    const rowsOf = (decision: string) =>
      lines.reduce((sum, line) => sum + (line.decision === decision ? line.rows : 0), 0);
    return {
      subjectNo: requestNo,
      subjectName: `${requestNo} ${request.customerNo}`,
      before: null,
      after: { erasedRows: rowsOf('ERASED'), keptRows: rowsOf('KEPT') },
      concerns: [],
      merchantNos: [request.merchantNo],
      state: { requestStatus: request.requestStatus },
    };
  },
  async apply({ requestNo }, call) {
    const { tx, caller } = call;
    const request = await lockOfKind(tx, requestNo, 'ERASURE', caller.scope);
    await lockCustomer(tx, request.customerNo, caller.scope);
    const open = await openThings(tx, request.customerNo);
    if (open.length > 0) throw new AppError('ERASURE_LOAN_OPEN', { facts: { what: open.join(', ') } });
    const makerUserNo = request.submittedBy;
    // The trial at the form: its refusals are known now, and the person who submits never erases.
    if (makerUserNo === null || makerUserNo === caller.userNo) return { requestNo };
    return await eraseNow(call, request, makerUserNo);
  },
  ended: giveBack,
};

async function eraseNow(
  call: CommandContext,
  request: Awaited<ReturnType<typeof lockRequest>>,
  makerUserNo: string,
): Promise<unknown> {
  const { tx, caller } = call;
  const { requestNo, customerNo } = request;
  const erasedAt = new Date();
  const { policy } = await policyOn(tx, businessDateOf(erasedAt));
  const person = await personOf(tx, customerNo);
  await tx
    .updateTable('customer')
    .set({ accountStatus: 'CLOSED', sessionsEndedAt: erasedAt })
    .where('customerNo', '=', customerNo)
    .execute();
  const lines = await eraseHoldings(tx, requestNo, person, policy.dataRights.keepYears);
  const { content, hash } = proofOf(requestNo, erasedAt, lines);
  const proof = {
    requestNo,
    customerNo,
    content,
    proofHash: hash,
    makerUserNo,
    checkerUserNo: caller.userNo,
    erasedAt,
  };
  await tx.insertInto('dataErasure').values(proof).execute();
  await sql`select set_config('kituo.erasure', '', true)`.execute(tx);
  const done = await moveRequest(tx, request, 'approve', { userNo: caller.userNo });
  await auditStep(call, 'erased', request, { ...done, proofHash: hash });
  return done;
}
