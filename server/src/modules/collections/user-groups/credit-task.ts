import type { ParsedRequestOf, ReplyOf, temporaryCredit } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeTask } from '../../lending/credit/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { checkedGroup } from './groups.ts';
import { type Member, membersQuery } from './members.ts';

const MOST = 10_000;

/**
 * A task of temporary limits for all whom a group holds now; who may get nothing stays in it, and the audit says why.
 * @throws AppError USER_GROUP_NOT_FOUND, USER_GROUP_UNCHECKED, CALL_CIRCLE_TOO_MANY, CREDIT_ABOVE_CAP,
 * CONFIG_DATE_PAST, WHOLE_SHILLINGS, BAD_REQUEST where the group is empty
 */
export async function createGroupTask(
  { userGroupNo, checkToken, ...terms }: ParsedRequestOf<typeof temporaryCredit.groupCreate>,
  call: CommandContext,
): Promise<ReplyOf<typeof temporaryCredit.groupCreate>> {
  const { tx, caller } = call;
  const at = new Date();
  const group = await checkedGroup(tx, { userGroupNo, checkToken }, caller);
  const { merchantNo } = group;
  const members = await membersQuery(tx, group, at);
  const { rows } = await sql<Pick<Member, 'customerNo'>>`
    SELECT m.customer_no FROM (${members}) m ORDER BY m.customer_no LIMIT ${MOST + 1}`.execute(tx);
  if (rows.length === 0) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'userGroupNo', msg: 'The user group is empty' }] });
  }
  if (rows.length > MOST) {
    throw new AppError('CALL_CIRCLE_TOO_MANY', { fields: ['userGroupNo'], facts: { most: MOST } });
  }
  const customerNos = rows.map(({ customerNo }) => customerNo);
  const taskNo = await writeTask(tx, { ...terms, merchantNo }, customerNos, { userNo: caller.userNo, at });
  const { amountCents, validDays, reason } = terms;
  const customers = customerNos.length;
  await writeAudit(tx, call, {
    action: 'temporaryCredit.create',
    subjectType: 'temporaryCreditTask',
    subjectNo: taskNo,
    merchantNo,
    after: { taskStatus: 'PENDING', amountCents, validDays, customers, userGroupNo },
    reason,
  });
  return { taskNo, taskStatus: 'PENDING', customers };
}
