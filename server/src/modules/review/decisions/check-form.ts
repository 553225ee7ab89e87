import type { orderFile } from '@kituo/sdk/contracts';
import { type FieldMessage, type orderAudit } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Rules } from './bounds.ts';

/** A decision in one form, whichever endpoint it came by. */
export interface Decision {
  readonly orderNo: string;
  readonly auditResult: 'PASS' | 'REFUSE' | 'REJECT';
  readonly approvedCents: number | null;
  readonly faceConsistency: 'CONSISTENT' | 'INCONSISTENT' | 'UNCLEAR' | null;
  readonly changeBankCard: boolean | null;
  readonly changePayoutType: boolean | null;
  readonly payee: orderAudit.PayeeForm | null;
  readonly refuseCode: string | null;
  readonly remark: string | null;
  readonly steps: z.output<typeof orderFile.stepAnswer>[];
}

export const MISSING = 'All options must be filled';

/** Answers in the order of the configured steps; what was answered to no step of the order is dropped. */
export function answersOf(steps: Rules['steps'], given: orderAudit.AuditForm['steps']): Decision['steps'] {
  return steps.map(({ stepName, stepNameZh, required }) => {
    const found = given.find((each) => each.stepName === stepName);
    return {
      ...(stepNameZh !== undefined && { stepNameZh }),
      stepName,
      required,
      answer: found?.answer ?? null,
      note: found?.note || null,
      ...(found?.attachment && { attachment: found.attachment }),
    };
  });
}

/** The answers with their attachments as the order has them. @throws AppError REFERENCE_UNKNOWN beside the step */
export async function withAttachments(
  db: Queryable,
  { orderNo, steps }: Pick<Decision, 'orderNo' | 'steps'>,
): Promise<Decision['steps']> {
  const wanted = steps.flatMap(({ attachment }) => (attachment ? [attachment.attachId] : []));
  if (wanted.length === 0) return steps;
  const rows = await attachmentsOf(db, orderNo)
    .select(['attachmentNo', 'fileName'])
    .where('attachmentNo', 'in', wanted)
    .execute();
  const names = new Map(rows.map(({ attachmentNo, fileName }) => [attachmentNo, fileName]));
  return steps.map((step, index) => {
    if (!step.attachment) return step;
    const { attachId } = step.attachment;
    const fileName = names.get(attachId);
    if (fileName === undefined) {
      throw new AppError('REFERENCE_UNKNOWN', { fields: [`steps.${index}`] });
    }
    return { ...step, attachment: { attachId, fileName } };
  });
}

/** The attachments of an order that were not taken away. */
export function attachmentsOf(db: Queryable, orderNo: string) {
  return db
    .selectFrom('attachment')
    .where('subjectType', '=', 'order')
    .where('subjectNo', '=', orderNo)
    .where('deletedAt', 'is', null);
}

/** What is missing or out of place, a message beside each field. @throws AppError BAD_REQUEST */
export function checkFilled(decision: Decision, { steps }: Rules, isFaceCompulsory: boolean): void {
  const faults: FieldMessage[] = steps.flatMap(({ stepName, required, answers }, index) => {
    const answer = decision.steps.find((each) => each.stepName === stepName)?.answer ?? null;
    const field = `steps.${index}`;
    if (answer === null) return required ? [{ field, msg: MISSING }] : [];
    return answers.includes(answer) ? [] : [{ field, msg: 'Invalid value' }];
  });
  const need = (field: string, isMissing: boolean, msg = MISSING) => {
    if (isMissing) faults.push({ field, msg });
  };
  need('faceConsistency', isFaceCompulsory && decision.faceConsistency === null);
  if (decision.auditResult === 'PASS') {
    need('approvedAmountCents', decision.approvedCents === null);
    need('changeBankCard', decision.changeBankCard === null);
    need('changePayoutType', decision.changePayoutType === null);
    need('payee', isAccountChanged(decision) && decision.payee === null);
    const isWhole = (decision.approvedCents ?? 0) % 100 === 0;
    need('approvedAmountCents', !isWhole, 'Whole shillings only');
  } else {
    need('refuseCode', decision.refuseCode === null);
    need('remark', (decision.remark ?? '').trim() === '', 'Content cannot be blank');
  }
  if (faults.length > 0) throw new AppError('BAD_REQUEST', { fields: faults });
}

export function isAccountChanged(decision: Pick<Decision, 'changeBankCard' | 'changePayoutType'>): boolean {
  return decision.changeBankCard === true || decision.changePayoutType === true;
}

interface RefusalCode {
  readonly coolOffDays: number;
  readonly denialReason: string;
}

/** An enabled leaf of the tree of codes. @throws AppError REFERENCE_UNKNOWN beside the code */
export async function leafOf(db: Queryable, refuseCode: string): Promise<RefusalCode> {
  const found = await db
    .selectFrom('refuseCode as code')
    .leftJoin('refuseCode as below', 'below.parentCode', 'code.refuseCode')
    .leftJoin('refuseCode as above', 'above.refuseCode', 'code.parentCode')
    .select(['code.coolOffDays', 'code.denialReason', 'below.refuseCode as child'])
    .where('code.refuseCode', '=', refuseCode)
    .where('code.isEnabled', '=', true)
    .where(({ or, eb }) => or([eb('above.refuseCode', 'is', null), eb('above.isEnabled', '=', true)]))
    .limit(1)
    .executeTakeFirst();
  if (!found || found.child !== null) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['refuseCode'] });
  }
  const texts = z.record(z.string(), z.string()).safeParse(found.denialReason);
  return {
    coolOffDays: found.coolOffDays,
    denialReason: texts.data?.['en'] ?? refuseCode,
  };
}
