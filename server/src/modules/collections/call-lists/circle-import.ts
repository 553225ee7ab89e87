import { callList, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { checkedGroup, type Member, membersQuery } from '../user-groups/index.ts';
import { refuseStrangeProduct } from './commands.ts';
import { refuseBlocked, refuseUnwanted } from './import.ts';
import { finishImport, importOf } from './import-store.ts';
import { listTypeRule, refuseUnknownTarget } from './options.ts';

const DAY_MS = 86_400_000;
const SOURCE = { desk: 'TELEMARKETING', importType: 'CIRCLE_PEOPLE' } as const;

const { listType, marketingTarget, recommendedProductNo, recommendedAmountCents } = callList.circleImport.request.shape;
/** What everybody of the group is listed as. */
export const circleParams = z.strictObject({
  userGroupNo: z.string(),
  merchantNo: z.string(),
  listType,
  marketingTarget,
  recommendedProductNo,
  recommendedAmountCents,
});
const input = z.strictObject({ phone: z.string() });

/** When the number's owner agreed to offers. @throws AppError CALL_CONSENT_MISSING */
async function consentOf(tx: Tx, merchantNo: string, phone: string): Promise<Date> {
  const consent = await tx
    .selectFrom('contactParty')
    .select('consentedAt')
    .where('partyKind', '=', 'LEAD')
    .where('merchantNo', '=', merchantNo)
    .where('phone', '=', phone)
    .where('consentedAt', 'is not', null)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
  const at = consent?.consentedAt ?? null;
  if (at === null) throw new AppError('CALL_CONSENT_MISSING', { fields: ['phone'] });
  return at;
}

/** People of a user group as entries, one transaction each: who has not agreed, is blocked or listed already fails with the reason. */
export const importCircleKind: ItemsKind<z.output<typeof circleParams>> = defineJob({
  kind: 'callList.circleImport',
  title: { en: 'Import of a user group to call', zh: '导入圈选人群' },
  code: 'telemarketing:circlePeople:import',
  params: circleParams,
  async runItem(item, params, run) {
    const { tx } = run;
    const { phone } = input.parse(item.input);
    const { merchantNo, userGroupNo, ...listed } = params;
    const rule = await listTypeRule(tx, params.listType, true);
    await refuseBlocked(tx, phone);
    const optInAt = await consentOf(tx, merchantNo, phone);
    const { caller } = asCommand(run);
    const facts = { ...SOURCE, merchantNo, userGroupNo, operatorUserNo: caller.userNo };
    const of = { listType: params.listType, marketingTarget: params.marketingTarget };
    const { batchNo } = await importOf(tx, run.jobNo, { ...facts, ...of });
    const now = new Date();
    const made = await tx
      .insertInto('callEntry')
      .values({
        ...listed,
        desk: 'TELEMARKETING',
        merchantNo,
        userGroupNo,
        phone,
        batchNo,
        optInSource: 'CONSENT_RECORD',
        optInAt,
        createdAt: now,
        expireAt: new Date(now.getTime() + rule.expireDays * DAY_MS),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('entryId')
      .executeTakeFirst();
    if (!made) throw new AppError('CALL_ENTRY_EXISTS', { fields: ['phone'] });
    await refuseUnwanted(tx, made.entryId, rule.customerStatuses);
    return made;
  },
  ended: async (run) => await finishImport(run.db, run.jobNo, SOURCE),
});

/** @throws AppError USER_GROUP_NOT_FOUND, USER_GROUP_UNCHECKED, USER_GROUP_EMPTY, CALL_OPTION_UNKNOWN, REFERENCE_UNKNOWN */
export async function importCircle(
  { userGroupNo, checkToken, ...listed }: ParsedRequestOf<typeof callList.circleImport>,
  call: CommandCall,
): Promise<ReplyOf<typeof callList.circleImport>> {
  const { tx, caller } = call;
  const group = await checkedGroup(tx, { userGroupNo, checkToken }, caller);
  const { merchantNo } = group;
  await listTypeRule(tx, listed.listType, true);
  await refuseUnknownTarget(tx, listed.marketingTarget);
  await refuseStrangeProduct(tx, merchantNo, listed.recommendedProductNo);
  const members = await membersQuery(tx, group, new Date(), 'ROBOT');
  // A number of several customers is one to call.
  const { rows } = await sql<Pick<Member, 'customerNo' | 'phone'>>`
    select distinct on (m.phone) m.customer_no, m.phone from (${members}) m order by m.phone, m.customer_no
    limit ${callList.MAX_CIRCLE + 1}`.execute(tx);
  if (rows.length === 0) throw new AppError('USER_GROUP_EMPTY', { fields: ['userGroupNo'] });
  if (rows.length > callList.MAX_CIRCLE) {
    throw new AppError('CALL_CIRCLE_TOO_MANY', { fields: ['userGroupNo'], facts: { most: callList.MAX_CIRCLE } });
  }
  const params = { userGroupNo, merchantNo, ...listed };
  const items = rows.map(({ customerNo, phone }) => ({ subjectNo: customerNo, input: { phone } }));
  const jobNo = await createJob(importCircleKind, params, call, items);
  // On record from the start: who asks where a batch comes from sees it run.
  const { listType: type, marketingTarget: target } = listed;
  const facts = { ...SOURCE, merchantNo, userGroupNo, listType: type, marketingTarget: target };
  await importOf(tx, jobNo, { ...facts, operatorUserNo: caller.userNo });
  return { jobNo };
}
