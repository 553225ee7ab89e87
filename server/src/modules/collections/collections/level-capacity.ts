import type { casePolicy, ReplyOf } from '@kituo/sdk/contracts';
import type { Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { collectorsFor } from './collectors.ts';
import { misfitOf, takesPart } from './collector-fit.ts';
import { divisionAt, ruleOf } from './division-rule.ts';
import { countBy } from './pool-division.ts';
import { levelOn, movedBy, waitingCases } from './waiting-cases.ts';

type Capacity = ReplyOf<typeof casePolicy.levelCapacity>;

/** When the next working day is divided; EAT. */
const MORNING_HOURS = 9;

/**
 * What comes to each desk tomorrow, once the night has moved the levels, beside what its people on shift may be given: each
 * up to their daily cap. People with several levels count in each, since any level may use up their cap.
 */
export async function levelCapacity(
  { db, caller }: Pick<Call, 'db' | 'caller'>,
  now = new Date(),
  /** Of these merchants alone. */
  merchantNos: readonly string[] | null = null,
): Promise<Capacity & { readonly at: Date }> {
  const day = addDays(businessDateOf(now), 1);
  const at = new Date(startOfBusinessDate(day).getTime() + MORNING_HOURS * 3_600_000);
  const seen = merchantsSeen(caller.scope);
  let query = db.selectFrom('merchant').select(['merchantNo', 'merchantName']).orderBy('merchantName');
  if (seen !== null) query = query.where('merchantNo', 'in', [...seen, '']);
  if (merchantNos !== null) query = query.where('merchantNo', 'in', [...merchantNos, '']);
  const levels = await levelOn(db, day);
  const desks: Capacity['desks'] = [];
  for (const { merchantNo, merchantName } of await query.execute()) {
    const division = await divisionAt(db, merchantNo, at);
    const waiting = (await waitingCases(db, { merchantNo })).map((one) => ({ ...one, ...levels.of(one) }));
    const moved = (await movedBy(db, { merchantNo, levels })).filter(
      (one) => !ruleOf(division, one, day).keepCollector,
    );
    const entries = countBy([...waiting, ...moved], ({ caseLevel }) => caseLevel);
    if (entries.size === 0) continue;
    const people = (await collectorsFor(db, { merchantNo, at })).filter(
      (one) =>
        one.worksForMerchant &&
        one.isOnShift &&
        one.personnelStatus === 'NORMAL' &&
        one.employeeStatus === 'ON_THE_JOB',
    );
    for (const caseLevel of ['S1', 'S2', 'S3', 'S4', 'S5'] as const) {
      const cases = entries.get(caseLevel) ?? 0;
      const isOf = (caseScope: 'ORDER' | 'BILL') => (one: (typeof people)[number]) =>
        takesPart(one, { caseScope }) && misfitOf(one, { caseScope, caseLevel }) !== 'COLLECTOR_LEVEL';
      const takers = people.filter((one) => isOf('ORDER')(one) || isOf('BILL')(one));
      const capacity = takers.reduce((sum, { dailyCap }) => sum + dailyCap, 0);
      if (cases > 0) desks.push({ merchantNo, merchantName, caseLevel, cases, people: takers.length, capacity });
    }
  }
  return { day, at, desks };
}
