import type { dataRequest, ParsedRequestOf } from '@kituo/sdk/contracts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { lockCustomer } from '../../parties/customers/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { requestChange } from '../../platform/changes/index.ts';
import { addDays, businessDateOf, policyOn, type RegulatoryPolicy } from '../../platform/policy/index.ts';
import { stopMarketing } from '../call-lists/index.ts';
import { placeBlock } from '../contacts/index.ts';
import { openThings } from '../customer-desk/index.ts';
import { correctKind, eraseKind } from './changes.ts';
import { copyState } from './copy.ts';
import { addEvent, auditStep, type DataRequest, lockOfKind, lockRequest, type Moved, moveRequest } from './store.ts';

type Form<Name extends 'save' | 'verify' | 'decline' | 'handOver' | 'object' | 'correct' | 'erase'> = ParsedRequestOf<
  (typeof dataRequest)[Name]
>;

function daysOf(kind: DataRequest['requestKind'], days: RegulatoryPolicy['dataRights']): number {
  switch (kind) {
    case 'ACCESS':
      return days.accessDays;
    case 'CORRECTION':
      return days.correctionDays;
    case 'OBJECTION':
      return days.objectionDays;
    case 'ERASURE':
      return days.erasureDays;
  }
}

/** The clock runs from the day received, by the days in force on it. @throws AppError CUSTOMER_NOT_FOUND, DATA_REQUEST_DAY, DATA_REQUEST_OPEN */
export async function saveRequest(form: Form<'save'>, call: CommandContext): Promise<Moved> {
  const { tx, caller } = call;
  const { customerNo, requestKind, requestChannel, receivedOn, statement, voucherIds = [] } = form;
  const { merchantNo } = await lockCustomer(tx, customerNo, caller.scope);
  if (receivedOn > businessDateOf(new Date())) throw new AppError('DATA_REQUEST_DAY', { fields: ['receivedOn'] });
  const open = await tx
    .selectFrom('dataRequest')
    .select('requestNo')
    .where('customerNo', '=', customerNo)
    .where('requestKind', '=', requestKind)
    .where('requestStatus', 'not in', ['FULFILLED', 'DECLINED'])
    .executeTakeFirst();
  if (open) throw new AppError('DATA_REQUEST_OPEN', { facts: open, fields: ['requestKind'] });
  const { policy, versions } = await policyOn(tx, receivedOn);
  const { requestNo, requestStatus, version } = await tx
    .insertInto('dataRequest')
    .values({
      merchantNo,
      customerNo,
      requestKind,
      requestChannel,
      receivedOn,
      dueOn: addDays(receivedOn, daysOf(requestKind, policy.dataRights)),
      dueByRule: versions.dataRights,
      statement,
      voucherIds,
      createdBy: caller.userNo,
    })
    .returning(['requestNo', 'requestStatus', 'version'])
    .executeTakeFirstOrThrow();
  noteMade(tx, `data request ${requestNo}`);
  await addEvent(tx, { requestNo, command: 'save', from: null, to: requestStatus, userNo: caller.userNo });
  await writeAudit(tx, call, {
    action: 'dataRequest.save',
    subjectType: 'dataRequest',
    subjectNo: requestNo,
    merchantNo,
    after: { customerNo, requestKind, requestChannel, receivedOn },
  });
  return { requestNo, requestStatus, version };
}

/** @throws AppError DATA_REQUEST_NOT_FOUND, ILLEGAL_TRANSITION */
export async function verifyRequest(form: Form<'verify'>, call: CommandContext): Promise<Moved> {
  const { tx, caller } = call;
  const { requestNo, identityCheck, note } = form;
  const before = await lockRequest(tx, requestNo, caller.scope);
  const { userNo } = caller;
  const done = await moveRequest(tx, before, 'verify', {
    userNo,
    note,
    change: { identityCheck, verifiedBy: userNo, verifiedAt: new Date(), handlerUserNo: userNo },
  });
  await auditStep(call, 'verify', before, { ...done, identityCheck });
  return done;
}

/** @throws AppError DATA_REQUEST_NOT_FOUND, ILLEGAL_TRANSITION */
export async function declineRequest({ requestNo, answer }: Form<'decline'>, call: CommandContext): Promise<Moved> {
  const { tx, caller } = call;
  const before = await lockRequest(tx, requestNo, caller.scope);
  const done = await moveRequest(tx, before, 'decline', {
    userNo: caller.userNo,
    change: { answer, handlerUserNo: before.handlerUserNo ?? caller.userNo },
  });
  await auditStep(call, 'decline', before, { ...done });
  return done;
}

/** @throws AppError DATA_REQUEST_NOT_FOUND, DATA_REQUEST_KIND, ILLEGAL_TRANSITION, DATA_COPY_MISSING */
export async function handOverCopy({ requestNo, answer }: Form<'handOver'>, call: CommandContext): Promise<Moved> {
  const { tx, caller } = call;
  const before = await lockOfKind(tx, requestNo, 'ACCESS', caller.scope);
  const done = await moveRequest(tx, before, 'handOver', { userNo: caller.userNo, change: { answer } });
  const copy = await copyState(tx, before.copyJobNo);
  if (copy?.jobStatus !== 'SUCCESS') throw new AppError('DATA_COPY_MISSING');
  await auditStep(call, 'handOver', before, { ...done, copyJobNo: before.copyJobNo });
  return done;
}

/**
 * Marketing stops for good on every channel. All contact stops only where nothing is owed: what a contract takes to
 * perform is no matter of objecting. @throws AppError DATA_REQUEST_NOT_FOUND, DATA_REQUEST_KIND, ILLEGAL_TRANSITION,
 * OBJECTION_LOAN_OPEN
 */
export async function objectRequest(form: Form<'object'>, call: CommandContext): Promise<Moved> {
  const { tx, caller } = call;
  const { requestNo, objectionScope, answer } = form;
  const before = await lockOfKind(tx, requestNo, 'OBJECTION', caller.scope);
  const { customerNo } = before;
  const { phone } = await lockCustomer(tx, customerNo, caller.scope);
  const done = await moveRequest(tx, before, 'object', {
    userNo: caller.userNo,
    change: { answer, objectionScope },
  });
  if (objectionScope === 'ALL') {
    const open = await openThings(tx, customerNo);
    if (open.length > 0) {
      throw new AppError('OBJECTION_LOAN_OPEN', { facts: { what: open.join(', ') }, fields: ['objectionScope'] });
    }
    await stopAllContact(before, call);
  }
  await stopMarketing(phone, requestNo, call);
  await auditStep(call, 'object', before, { ...done, objectionScope });
  return done;
}

async function stopAllContact({ customerNo, requestNo }: DataRequest, { tx, caller }: CommandContext): Promise<void> {
  const stands = await tx
    .selectFrom('contactBlock')
    .select('blockId')
    .where('customerNo', '=', customerNo)
    .where('blockKind', '=', 'OBJECTED')
    .where('liftedAt', 'is', null)
    .where('expiresAt', 'is', null)
    .executeTakeFirst();
  if (!stands) await placeBlock(tx, { customerNo, blockKind: 'OBJECTED', note: requestNo }, caller);
}

/** @throws AppError DATA_REQUEST_NOT_FOUND, DATA_REQUEST_KIND, ILLEGAL_TRANSITION, NOTHING_CHANGES, PHONE_OF_ANOTHER, ID_CARD_OF_ANOTHER, CUSTOMER_BLACKLISTED */
export async function submitCorrection(
  { requestNo, corrections, reason }: Form<'correct'>,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  const { tx, caller } = call;
  const before = await lockOfKind(tx, requestNo, 'CORRECTION', caller.scope);
  const done = await moveRequest(tx, before, 'submit', {
    userNo: caller.userNo,
    change: { submittedBy: caller.userNo, corrections: JSON.stringify(corrections) },
  });
  await auditStep(call, 'correct', before, { ...done }, reason);
  return { changeNo: await requestChange(correctKind, { requestNo }, call, reason) };
}

/** @throws AppError DATA_REQUEST_NOT_FOUND, DATA_REQUEST_KIND, ILLEGAL_TRANSITION, ERASURE_LOAN_OPEN */
export async function submitErasure(
  { requestNo, reason }: Form<'erase'>,
  call: CommandContext,
): Promise<{ changeNo: string }> {
  const { tx, caller } = call;
  const before = await lockOfKind(tx, requestNo, 'ERASURE', caller.scope);
  const done = await moveRequest(tx, before, 'submit', {
    userNo: caller.userNo,
    change: { submittedBy: caller.userNo },
  });
  await auditStep(call, 'erase', before, { ...done }, reason);
  return { changeNo: await requestChange(eraseKind, { requestNo }, call, reason) };
}
