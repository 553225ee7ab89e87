import { type ParsedRequestOf, type ReplyOf, smsMarketingTemplate } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { passGate, queueDispatch } from '../contacts/index.ts';
import { readText, refuseText } from './check-text.ts';
import { lockTemplate } from './commands.ts';

/** Who wrote texts, and who has a phone for tests, by name. */
export async function peopleOf(
  _request: object,
  { db, caller }: Pick<Call, 'db' | 'caller'>,
): Promise<ReplyOf<typeof smsMarketingTemplate.people>> {
  const merchantNos = merchantsSeen(caller.scope);
  const isAuthor = sql<boolean>`exists (select from sms_marketing_template t where t.created_by = u.user_no
    and (${merchantNos === null}::boolean or t.merchant_no = any(${merchantNos ?? []}::text[])))`;
  const hasPhone = sql<boolean>`u.phone is not null and u.user_status = 'NORMAL'`;
  return await db
    .selectFrom('appUser as u')
    .select(['u.userNo', 'u.realName', isAuthor.as('isAuthor'), hasPhone.as('hasPhone')])
    .where((eb) => eb.or([isAuthor, hasPhone]))
    .orderBy('u.realName')
    .limit(2_000)
    .execute();
}

/**
 * Sends a text with sample values to the phone that a member of staff registered. The gate is asked as for a customer:
 * hours, caps and blocks apply; who registered the phone agreed.
 * @throws AppError MARKETING_TEMPLATE_NOT_FOUND, SMS_TEST_NO_PHONE, MARKETING_TEST_LIMIT, CONTACT_…, and what its text
 * is refused for
 */
export async function testTemplate(
  { templateNo, userNo }: ParsedRequestOf<typeof smsMarketingTemplate.test>,
  call: CommandContext,
) {
  const { tx, caller } = call;
  const { merchantNo, content } = await lockTemplate(templateNo, call);
  const to = await tx
    .selectFrom('appUser')
    .select(['phone', 'userStatus'])
    .where('userNo', '=', userNo)
    .executeTakeFirst();
  if (!to?.phone || to.userStatus !== 'NORMAL') throw new AppError('SMS_TEST_NO_PHONE', { fields: ['userNo'] });
  await refuseText(tx, merchantNo, content, true);
  const at = new Date();
  const most = smsMarketingTemplate.MAX_TESTS_PER_DAY;
  const sent = await testsToday(tx, caller.userNo, at);
  if (sent >= most) throw new AppError('MARKETING_TEST_LIMIT', { facts: { most } });
  const { sample: text } = await readText(tx, merchantNo, content);
  const phone = to.phone;
  const attemptId = await passGate(
    call,
    {
      phone,
      customerNo: null,
      merchantNo,
      purpose: 'MARKETING',
      channel: 'SMS',
      at,
      party: { partyKind: 'LEAD', hasAgreed: true },
    },
    { userNo: caller.userNo, content: text, templateCode: templateNo },
  );
  await queueDispatch(tx, { attemptId, channel: 'SMS', phone, payload: { text } });
  await writeAudit(tx, call, {
    action: 'smsMarketingTemplate.test',
    subjectType: 'smsMarketingTemplate',
    subjectNo: templateNo,
    merchantNo,
    after: { userNo },
  });
  return { templateNo, left: most - sent - 1 };
}

/** Tests that a person sent today; who asks waits for their other tests. */
async function testsToday(tx: Tx, userNo: string, at: Date): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sms test ${userNo}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('contactAttempt')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('userNo', '=', userNo)
    .where('purpose', '=', 'MARKETING')
    .where('channel', '=', 'SMS')
    .where('templateCode', 'like', 'ST%')
    .where('refusedFor', 'is', null)
    .where('attemptedAt', '>=', startOfBusinessDate(businessDateOf(at)))
    .executeTakeFirstOrThrow();
  return count;
}
