import type { ParsedRequestOf, poolDivision, ReplyOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { CaseScope } from '../../../db/collection-schema.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { aiSharesAt } from './ai-share.ts';
import { collectorsFor } from './collectors.ts';
import { AT_ONCE, divideAsked, type Turn } from './divide-pool.ts';
import { type DivisionPlan, DivisionPlanner } from './division-plan.ts';
import { divisionAt } from './division-rule.ts';
import { waitingCases } from './waiting-cases.ts';

type Asked = ParsedRequestOf<poolDivision.PoolEndpoints['preview']>;
const AREA_OF = { ORDER: 'collection', BILL: 'collectionStage' } as const;

/** @throws AppError REFERENCE_UNKNOWN */
function refuseUnseen(merchantNo: string, { caller }: Pick<Call, 'caller'>): void {
  if (!seesMerchant(caller.scope, merchantNo)) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
}

/** Who would get what of a merchant's pool now, by the policies in force, and why; written nowhere. */
export async function planPool(
  db: Call['db'],
  { merchantNo, caseScope }: Asked & { readonly caseScope: CaseScope },
  at: Date,
) {
  const cases = await waitingCases(db, { merchantNo, caseScope });
  const people = await collectorsFor(db, { merchantNo, at });
  const before = new Map(people.map((one) => [one.userNo, { ...one }]));
  const planner = new DivisionPlanner({
    division: await divisionAt(db, merchantNo, at),
    day: businessDateOf(at),
    people,
    ...(await aiSharesAt(db, merchantNo, at)),
  });
  return { cases, before, plan: planner.plan(cases) };
}

/** @throws AppError REFERENCE_UNKNOWN */
export async function previewPool(asked: Asked, caseScope: CaseScope, call: Call): Promise<poolDivision.PoolPreview> {
  refuseUnseen(asked.merchantNo, call);
  const { cases, before, plan } = await planPool(call.db, { ...asked, caseScope }, new Date());
  const shares = sharesOf(plan);
  const names = await call.db
    .selectFrom('appUser')
    .select(['userNo', 'realName'])
    .where('userNo', 'in', [...shares.keys(), ''])
    .orderBy('realName')
    .execute();
  return {
    cases: cases.length,
    given: plan.given.length,
    people: names.flatMap(({ userNo, realName }) => {
      const [share, one] = [shares.get(userNo), before.get(userNo)];
      if (!share || !one) return [];
      const { employeeCategory, openCases, givenToday, dailyCap, languages } = one;
      return [
        {
          userNo,
          realName,
          employeeCategory,
          openCases,
          givenToday,
          dailyCap,
          languages: [...languages],
          cases: share.cases,
          amountCents: share.amountCents,
          levels: counted(share.levels).map(([caseLevel, count]) => ({ caseLevel, cases: count })),
          reasons: counted(share.reasons).map(([why, count]) => ({ why, cases: count })),
        },
      ];
    }),
    left: counted(countBy(plan.left, ({ why }) => why)).map(([why, count]) => ({ why, cases: count })),
    rules: counted(countBy(plan.given, ({ ruleName }) => ruleName)).map(([name, count]) => ({
      ruleName: name,
      cases: count,
    })),
  };
}

export function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** The most first. */
export const counted = <Key>(counts: ReadonlyMap<Key, number>): [Key, number][] =>
  [...counts].toSorted(([, one], [, other]) => other - one);

function sharesOf({ given }: DivisionPlan) {
  const byPerson = Map.groupBy(given, ({ userNo }) => userNo);
  return new Map(
    [...byPerson].map(([userNo, all]) => [
      userNo,
      {
        cases: all.length,
        amountCents: all.reduce((sum, { one }) => sum + one.dueAtEntryCents, 0),
        levels: countBy(all, ({ one }) => one.caseLevel),
        reasons: countBy(all, ({ why }) => why),
      },
    ]),
  );
}

const params = z.strictObject({ merchantNo: z.string(), askedAt: z.optional(z.string()) });
const input = z.array(z.string());

/** An item of a job: a part of the run that began when somebody asked for it. */
export function turnOf(askedAt: string | undefined, by: string): Turn {
  const at = new Date();
  return { at, runAt: askedAt === undefined ? at : new Date(askedAt), by };
}

/** A merchant's pool divided now, some thousands of cases an item. What somebody took meanwhile is passed over. */
const kindOf = (caseScope: CaseScope) =>
  defineJob({
    kind: `${AREA_OF[caseScope]}.dividePool`,
    title: { en: 'Divide the pool', zh: '公池分案' },
    code: `${AREA_OF[caseScope]}:case:distribute`,
    params,
    async runItem(item, { merchantNo, askedAt }, { tx, caller }) {
      const cases = await waitingCases(tx, { merchantNo, caseScope, caseNos: input.parse(item.input) });
      return { divided: await divideAsked(tx, merchantNo, cases, turnOf(askedAt, caller.userNo)) };
    },
  } satisfies ItemsKind<z.output<typeof params>>);
const kinds = { ORDER: kindOf('ORDER'), BILL: kindOf('BILL') } as const;
export const poolKinds = Object.values(kinds);

/** @throws AppError REFERENCE_UNKNOWN, CASE_POOL_EMPTY */
export async function dividePoolNow(
  asked: Asked,
  caseScope: CaseScope,
  call: CommandCall,
): Promise<ReplyOf<poolDivision.PoolEndpoints['divide']>> {
  const { merchantNo } = asked;
  refuseUnseen(merchantNo, call);
  const cases = await waitingCases(call.tx, { merchantNo, caseScope });
  if (cases.length === 0) throw new AppError('CASE_POOL_EMPTY', { fields: ['merchantNo'] });
  const items = Array.from({ length: Math.ceil(cases.length / AT_ONCE) }, (_, place) => ({
    subjectNo: `${merchantNo} ${place + 1}`,
    input: cases.slice(place * AT_ONCE, (place + 1) * AT_ONCE).map(({ caseNo }) => caseNo),
  }));
  const asking = { merchantNo, askedAt: new Date().toISOString() };
  return { jobNo: await createJob(kinds[caseScope], asking, call, items), cases: cases.length };
}
