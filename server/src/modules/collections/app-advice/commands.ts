import type { appAdvice, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { Selectable } from 'kysely';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { advance } from '../../../state-machine/index.ts';
import { feedbackMachine } from '../../parties/customers/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { businessDateOf, policyOn } from '../../platform/policy/index.ts';
import { refuseBlockedWords } from '../../platform/sensitive-words/index.ts';
import { passGate, queueDispatch } from '../contacts/index.ts';
import { saveFeedback } from '../feedback/index.ts';
import { inspectFlagged } from '../quality/index.ts';
import type { AppAdviceTable } from './tables.ts';

type Advice = Selectable<AppAdviceTable>;
type Moved = ReplyOf<typeof appAdvice.take>;
const HOUR_MS = 3_600_000;

async function lockAdvice(adviceNo: string, { tx, caller }: CommandContext): Promise<Advice> {
  return await lockOne(tx, tx.selectFrom('appAdvice').selectAll().where('adviceNo', '=', adviceNo), {
    missing: 'NOT_FOUND',
    subject: `appAdvice ${adviceNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(caller.scope, merchantNo),
  });
}

async function write(
  before: Advice,
  action: string,
  change: Partial<Omit<Advice, 'adviceNo' | 'version'>>,
  call: CommandContext,
  reason?: string,
): Promise<Moved> {
  const { tx } = call;
  const { adviceNo, merchantNo } = before;
  await tx
    .updateTable('appAdvice')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('adviceNo', '=', adviceNo)
    .execute();
  const after = { ...before, ...change };
  await writeAudit(tx, call, {
    action: `appAdvice.${action}`,
    subjectType: 'appAdvice',
    subjectNo: adviceNo,
    merchantNo,
    before: { feedbackStatus: before.feedbackStatus, handlerUserNo: before.handlerUserNo },
    after: { feedbackStatus: after.feedbackStatus, handlerUserNo: after.handlerUserNo, feedbackNo: after.feedbackNo },
    ...(reason !== undefined && { reason }),
  });
  return { adviceNo, feedbackStatus: after.feedbackStatus };
}

/** @throws AppError REFERENCE_UNKNOWN */
export async function submitAdvice(
  form: ParsedRequestOf<typeof appAdvice.submit>,
  call: CommandContext,
): Promise<{ adviceNo: string }> {
  const { tx, caller } = call;
  const { merchantNo, customerNo = null, device = null, ...told } = form;
  const merchant = await tx
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!merchant || !seesMerchant(caller.scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  const customer =
    customerNo === null
      ? null
      : await tx
          .selectFrom('customer')
          .select('phone')
          .where('customerNo', '=', customerNo)
          .where('merchantNo', '=', merchantNo)
          .executeTakeFirst();
  if (customer === undefined) throw new AppError('REFERENCE_UNKNOWN', { fields: ['customerNo'] });
  const now = new Date();
  const { adviceHours } = (await policyOn(tx, businessDateOf(now))).policy.answers;
  const replyDueAt = new Date(now.getTime() + adviceHours * HOUR_MS);
  const { adviceNo } = await tx
    .insertInto('appAdvice')
    .values({ ...told, merchantNo, customerNo, device, phone: customer?.phone ?? null, replyDueAt })
    .returning('adviceNo')
    .executeTakeFirstOrThrow();
  noteMade(tx, `appAdvice ${adviceNo}`);
  await writeAudit(tx, call, {
    action: 'appAdvice.submit',
    subjectType: 'appAdvice',
    subjectNo: adviceNo,
    merchantNo,
    after: { adviceType: form.adviceType, appVersion: form.appVersion },
  });
  return { adviceNo };
}

/** @throws AppError NOT_FOUND, FEEDBACK_TAKEN, ILLEGAL_TRANSITION */
export async function takeAdvice({ adviceNo }: { readonly adviceNo: string }, call: CommandContext): Promise<Moved> {
  const { tx, caller } = call;
  const before = await lockAdvice(adviceNo, call);
  if (before.handlerUserNo !== null && before.handlerUserNo !== caller.userNo) {
    const { realName } = await tx
      .selectFrom('appUser')
      .select('realName')
      .where('userNo', '=', before.handlerUserNo)
      .executeTakeFirstOrThrow();
    throw new AppError('FEEDBACK_TAKEN', { facts: { name: realName } });
  }
  const feedbackStatus = advance(feedbackMachine, before.feedbackStatus, 'take');
  return await write(before, 'take', { feedbackStatus, handlerUserNo: caller.userNo }, call);
}

/** @throws AppError NOT_FOUND, FEEDBACK_HANDLER_UNFIT, ILLEGAL_TRANSITION */
export async function assignAdvice(
  to: { readonly adviceNo: string; readonly handlerUserNo: string; readonly reason: string },
  call: CommandContext,
): Promise<Moved> {
  const before = await lockAdvice(to.adviceNo, call);
  if (before.feedbackStatus === 'PROCESSED') refuse(before, 'assign');
  const fit = await call.tx
    .selectFrom('appUser as u')
    .innerJoin('userMerchant as m', 'm.userNo', 'u.userNo')
    .innerJoin('userRole as r', 'r.userNo', 'u.userNo')
    .innerJoin('roleCode as c', 'c.roleNo', 'r.roleNo')
    .select('u.userNo')
    .where('u.userNo', '=', to.handlerUserNo)
    .where('u.userStatus', '=', 'NORMAL')
    .where('m.merchantNo', '=', before.merchantNo)
    .where('c.code', '=', 'customerService:advice:handle')
    .executeTakeFirst();
  if (!fit) throw new AppError('FEEDBACK_HANDLER_UNFIT', { fields: ['handlerUserNo'] });
  return await write(before, 'assign', { handlerUserNo: to.handlerUserNo }, call, to.reason);
}

function refuse({ feedbackStatus }: Advice, command: string): never {
  throw new AppError('ILLEGAL_TRANSITION', {
    facts: { subject: feedbackMachine.name, state: feedbackStatus, command },
  });
}

async function lockOwn(adviceNo: string, command: string, call: CommandContext): Promise<Advice> {
  const before = await lockAdvice(adviceNo, call);
  if (before.feedbackStatus !== 'PROCESSING') refuse(before, command);
  if (before.handlerUserNo !== call.caller.userNo) throw new AppError('FEEDBACK_NOT_YOURS');
  return before;
}

/** The answer as an SMS, too. @throws AppError FEEDBACK_PHONE_UNKNOWN, CONTACT_… */
async function sendAnswer(
  { phone, customerNo, merchantNo }: Advice,
  text: string,
  call: CommandContext,
): Promise<number> {
  if (phone === null) throw new AppError('FEEDBACK_PHONE_UNKNOWN', { fields: ['bySms'] });
  const question = { phone, customerNo, merchantNo, channel: 'SMS', purpose: 'SERVICE', at: new Date() } as const;
  const attemptId = await passGate(call, question, { userNo: call.caller.userNo, content: text });
  await queueDispatch(call.tx, { attemptId, channel: 'SMS', phone, payload: { text } });
  return attemptId;
}

/** @throws AppError NOT_FOUND, FEEDBACK_NOT_YOURS, ILLEGAL_TRANSITION, SENSITIVE_WORD, FEEDBACK_PHONE_UNKNOWN, CONTACT_… */
export async function replyToAdvice(
  { adviceNo, replyContent, bySms = false }: ParsedRequestOf<typeof appAdvice.reply>,
  call: CommandContext,
): Promise<Moved> {
  const before = await lockOwn(adviceNo, 'reply', call);
  await refuseBlockedWords(call.tx, 'MANUAL_SMS', { replyContent: { any: replyContent } }, call);
  const attemptId = bySms ? await sendAnswer(before, replyContent, call) : null;
  await call.tx
    .insertInto('appAdviceMessage')
    .values({ adviceNo, userNo: call.caller.userNo, content: replyContent, attemptId })
    .execute();
  await inspectFlagged(call.tx, {
    scope: 'MANUAL_SMS',
    text: replyContent,
    userNo: call.caller.userNo,
    sourceType: 'FEEDBACK',
    subject: {
      subjectNo: adviceNo,
      merchantNo: before.merchantNo,
      userNo: call.caller.userNo,
      customerNo: before.customerNo,
      orderNo: null,
      caseNo: null,
      phone: before.phone,
      happenedAt: new Date(),
      durationSeconds: null,
      content: replyContent,
    },
    isNoted: true,
  });
  return await write(before, 'reply', {}, call);
}

/** @throws AppError NOT_FOUND, FEEDBACK_NOT_YOURS, ILLEGAL_TRANSITION */
export async function finishAdvice(
  { adviceNo, ...end }: ParsedRequestOf<typeof appAdvice.finish>,
  call: CommandContext,
): Promise<Moved> {
  const { result, resultRemark = null } = end;
  const before = await lockOwn(adviceNo, 'finish', call);
  const feedbackStatus = advance(feedbackMachine, before.feedbackStatus, 'finish');
  return await write(before, 'finish', { feedbackStatus, result, resultRemark, processedAt: new Date() }, call);
}

/** @throws AppError NOT_FOUND, NOTHING_CHANGES, FEEDBACK_PHONE_UNKNOWN */
export async function adviceToFeedback(
  { adviceNo }: { readonly adviceNo: string },
  call: CommandContext,
): Promise<ReplyOf<typeof appAdvice.toFeedback>> {
  const before = await lockAdvice(adviceNo, call);
  if (before.feedbackNo !== null) throw new AppError('NOTHING_CHANGES');
  if (before.phone === null) throw new AppError('FEEDBACK_PHONE_UNKNOWN');
  const { phone, content } = before;
  const { feedbackNo } = await saveFeedback(
    { phone, source: 'APP', category: 'APP', severity: 'MEDIUM', content },
    call,
  );
  await write(before, 'toFeedback', { feedbackNo }, call);
  return { adviceNo, feedbackNo };
}
