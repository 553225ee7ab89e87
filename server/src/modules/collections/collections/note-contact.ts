import type { collection } from '@kituo/sdk/contracts';
import type { CaseScope } from '../../../db/collection-schema.ts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { checkCodes } from '../../platform/dictionaries/index.ts';
import { AREA } from './commands.ts';
import { stopContact } from './contact.ts';
import { saveFollowUp } from './follow-ups.ts';
import { makePromise, promiseOf } from './promises.ts';
import { saveAlso } from './save-also.ts';

type Request = (typeof collection.followUpForm)['_zod']['output'];

/**
 * What came of a contact about one's own case: a record, on other cases of the borrower too where it was about them,
 * with a promise and a stop of contact where there was one.
 */
export async function noteContact(
  { caseId, promise, alsoCaseIds = [], stopContact: block, ...facts }: Request,
  caseScope: CaseScope,
  call: CommandCall,
): Promise<{ followUpId: number; promiseNo: string | null }> {
  const { tx, caller } = call;
  const area = AREA[caseScope];
  const reach = { caseScope, caller, isOwn: true };
  if (promise && !caller.codes.has(`${area}:promise:save`)) throw new AppError('FORBIDDEN');
  await checkCodes(tx, {
    actionCode: ['ACTION_CODE', facts.actionCode],
    overdueReason: ['OVERDUE_REASON', facts.overdueReason],
  });
  const person = { by: caller.userNo, at: new Date() };
  const followUpId = await saveFollowUp(tx, caseId, reach, { ...facts, ...person });
  const also = alsoCaseIds.filter((other) => other !== caseId);
  await saveAlso(tx, { caseId, also, caller }, { ...facts, ...person });
  const promiseNo = promise ? await makePromise(tx, caseId, reach, { ...promiseOf(promise), ...person }) : null;
  if (block) await stopContact(tx, await customerOf(tx, caseId), block, facts.remark, caller.userNo);
  await writeAudit(tx, call, {
    action: `${area}.followUp`,
    subjectType: 'case',
    subjectNo: caseId,
    after: {
      actionCode: facts.actionCode,
      ...(promiseNo !== null && { promiseNo }),
      ...(also.length > 0 && { also }),
    },
  });
  return { followUpId, promiseNo };
}

async function customerOf(db: Queryable, caseNo: string): Promise<string> {
  const { customerNo } = await db
    .selectFrom('collectionCase')
    .select('customerNo')
    .where('caseNo', '=', caseNo)
    .executeTakeFirstOrThrow();
  return customerNo;
}
