import { callList, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { createJob, defineJob, type ItemsKind, type JobItem } from '../../platform/jobs/index.ts';
import { checkedGroup, type Member, membersQuery } from '../user-groups/index.ts';
import type { Candidate } from './candidates.ts';
import { refuseStrangeProduct } from './commands.ts';
import { finishImport, importOf } from './import-store.ts';
import { listTypeRule, refuseUnknownTarget } from './options.ts';
import { takeEntries } from './take-entries.ts';

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
type Params = z.output<typeof circleParams>;
const input = z.strictObject({ phone: z.string() });

const candidateOf = (item: JobItem, params: Params): Candidate => ({
  merchantNo: params.merchantNo,
  listType: params.listType,
  marketingTarget: params.marketingTarget,
  recommendedProductNo: params.recommendedProductNo,
  recommendedAmountCents: params.recommendedAmountCents,
  phone: input.parse(item.input).phone,
  optInSource: 'CONSENT_RECORD',
  optInAt: null,
});

const sourceOf = ({ userGroupNo }: Params) => ({ importType: SOURCE.importType, userGroupNo });

/** People of a user group as entries, many at once: who has not agreed, is blocked or listed already fails with the reason. */
export const importCircleKind: ItemsKind<Params> = defineJob({
  kind: 'callList.circleImport',
  title: { en: 'Import of a user group to call', zh: '导入圈选人群' },
  code: 'telemarketing:circlePeople:import',
  params: circleParams,
  async runItem(item, params, run) {
    const [taken] = await takeEntries([candidateOf(item, params)], sourceOf(params), run);
    if (taken instanceof AppError) throw taken;
    return taken;
  },
  many: {
    atOnce: 1_000,
    run: async (items, params, run) =>
      await takeEntries(
        items.map((item) => candidateOf(item, params)),
        sourceOf(params),
        run,
      ),
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
