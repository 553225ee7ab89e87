import type { collection } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { CaseScope } from '../../../db/collection-schema.ts';
import type { Call } from '../../../http/implement.ts';
import { textOfError } from '../../../http/messages.ts';
import { planBalance } from './allot-balance.ts';
import { type Plan, type PlannedCase, planAllotment, whyNot } from './allot-plan.ts';
import { withinScope } from './cases.ts';
import { type Collector, collectorsFor } from './collectors.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import type { Queryable } from '../../../db/database.ts';
import { loadPoints, type PointsOf } from './load-points.ts';
import { divisionAt, type DivisionRule, ruleOf } from './division-rule.ts';
import { withBorrowers, withSiblings } from './siblings.ts';

type Request = (typeof collection.allotPreviewForm)['_zod']['output'];

/** Who would get which of these cases; what is in no state to be given away is left out with its reason. */
export async function previewAllotment(
  { caseIds, mode, collectionUserNos, takeSiblings = true, sameBorrower = false }: Request,
  call: Call,
  caseScope: CaseScope | null,
): Promise<collection.AllotPreview> {
  const { db, lang } = call;
  const at = new Date();
  const known = await readPlanned(call, caseIds, caseScope);
  const numbers = known.map(({ caseNo }) => caseNo);
  const isTogether = caseScope === null ? sameBorrower : takeSiblings;
  const find = caseScope === null ? withBorrowers : withSiblings;
  // What is retained stays with who has it, and is said.
  const all = isTogether ? await find(db, numbers, ['POOL', 'COLLECTING', 'RETAINED']) : [];
  const chosen = new Set(known.map(({ caseNo }) => caseNo));
  const more = await readPlanned(
    call,
    all.filter((caseNo) => !chosen.has(caseNo)),
    caseScope,
  );
  const cases = [...known, ...more];
  const retained = cases.filter(({ caseStatus }) => caseStatus !== 'POOL' && caseStatus !== 'COLLECTING');
  const merchants = [...new Set(cases.map(({ merchantNo }) => merchantNo))];
  const byMerchant = new Map<string, ReadonlyMap<string, Collector>>();
  for (const merchantNo of merchants) {
    const people = await collectorsFor(db, { merchantNo, at });
    byMerchant.set(merchantNo, new Map(people.map((one) => [one.userNo, one])));
  }
  const [first] = merchants;
  const rule = first === undefined ? null : await ruleOfFirst(db, first, cases[0]?.caseNo ?? '', at);
  const pointsOf = await loadPoints(db, at);
  const userNos = [...new Set(collectionUserNos)].toSorted();
  const movable = cases
    .filter(({ caseStatus }) => caseStatus === 'POOL' || caseStatus === 'COLLECTING')
    .map((one) => ({ ...one, loadPoints: pointsOf(one.caseScope) }));
  const collectorsOf = (merchantNo: string) => byMerchant.get(merchantNo) ?? new Map<string, Collector>();
  const plan =
    mode === 'BALANCE'
      ? await balance(db, { userNos, movable, collectorsOf, pointsOf })
      : planAllotment({
          mode,
          userNos,
          cases: movable,
          collectorsOf,
          weightOf: ({ employeeCategory }) =>
            (employeeCategory === 'NEW' ? rule?.newStaffWeight : rule?.oldStaffWeight) ?? 100,
          unitOf: unitsBy(mode, caseScope, isTogether),
        });
  const sentence = (name: Parameters<typeof textOfError>[0]) => textOfError(name, lang, {});
  return {
    plan: plan.given.map(({ one, userNo }) => ({
      caseId: one.caseNo,
      version: one.version,
      collectionUserNo: userNo,
    })),
    people: await peopleOf(call, plan, byMerchant, pointsOf),
    left: [
      ...plan.left.map(({ one, refusal }) => ({ caseId: one.caseNo, refusal: sentence(refusal) })),
      ...retained.map(({ caseNo, caseStatus }) => ({
        caseId: caseNo,
        refusal: sentence(caseStatus === 'RETAINED' ? 'CASE_RETAINED' : 'CASE_MOVED'),
      })),
    ],
    siblings: more.filter(({ caseStatus }) => caseStatus !== 'RETAINED').length,
  };
}

/** The fewest moves between people; who promised stays with whom they promised. */
async function balance(
  db: Queryable,
  of: {
    readonly userNos: readonly string[];
    readonly movable: readonly PlannedCase[];
    readonly collectorsOf: (merchantNo: string) => ReadonlyMap<string, Collector>;
    readonly pointsOf: PointsOf;
  },
): Promise<Plan> {
  const { userNos, movable, collectorsOf, pointsOf } = of;
  const promised = await db
    .selectFrom('promiseToPay')
    .select('caseNo')
    .where('promiseStatus', '=', 'OPEN')
    .where('caseNo', 'in', movable.map(({ caseNo }) => caseNo).concat(''))
    .execute();
  const stays = new Set(promised.map(({ caseNo }) => caseNo));
  const held = await heldBy(db, userNos);
  return planBalance({
    userNos,
    cases: movable.filter(
      ({ caseNo, collectorUserNo }) =>
        collectorUserNo !== null && userNos.includes(collectorUserNo) && !stays.has(caseNo),
    ),
    loads: new Map(userNos.map((userNo) => [userNo, loadIn(held, userNo, pointsOf)])),
    mayTake: (one, userNo, more) =>
      whyNot([one], { userNo, cases: more - 1, amountCents: 0 }, { collectorsOf }) === null,
  });
}

/** How many cases of each system people have in work. */
async function heldBy(db: Queryable, userNos: readonly string[]) {
  return await db
    .selectFrom('collectionCase')
    .select(['collectorUserNo', 'caseScope', sql<number>`count(*)`.as('cases')])
    .where('collectorUserNo', 'in', [...userNos])
    .where('caseStatus', 'in', ['COLLECTING', 'RETAINED'])
    .groupBy(['collectorUserNo', 'caseScope'])
    .execute();
}

const loadIn = (held: Awaited<ReturnType<typeof heldBy>>, userNo: string, pointsOf: PointsOf): number =>
  held
    .filter(({ collectorUserNo }) => collectorUserNo === userNo)
    .reduce((sum, { caseScope, cases }) => sum + cases * pointsOf(caseScope), 0);

/** Whose weights are proposed: those of the first case's policy. */
async function ruleOfFirst(db: Queryable, merchantNo: string, caseNo: string, at: Date): Promise<DivisionRule | null> {
  const one = await db
    .selectFrom('collectionCase as c')
    .innerJoin('loanOrder as o', 'o.orderNo', 'c.orderNo')
    .select(['c.caseLevel', 'c.caseScope', 'c.dueAtEntryCents', 'c.oldestDueOn', 'o.productNo', 'o.loanType'])
    .where('c.caseNo', '=', caseNo)
    .executeTakeFirst();
  return one ? ruleOf(await divisionAt(db, merchantNo, at), one, businessDateOf(at)) : null;
}

function unitsBy(
  mode: Request['mode'],
  caseScope: CaseScope | null,
  isTogether: boolean,
): (one: PlannedCase) => string {
  if (mode === 'EVEN_BORROWERS' || (caseScope === null && isTogether)) return ({ customerNo }) => customerNo;
  return caseScope === 'BILL' && isTogether ? ({ orderNo }) => orderNo : ({ caseNo }) => caseNo;
}

async function readPlanned({ db, caller }: Call, caseNos: readonly string[], caseScope: CaseScope | null) {
  if (caseNos.length === 0) return [];
  let query = db
    .selectFrom('collectionCase')
    .select(['caseNo', 'version', 'merchantNo', 'orderNo', 'customerNo', 'caseLevel', 'collectorUserNo', 'caseStatus'])
    .select('caseScope')
    .select(
      sql<string>`(select o.product_no from loan_order o where o.order_no = collection_case.order_no)`.as('productNo'),
    )
    .select(
      sql<
        string | null
      >`(select k.speaking_language from customer k where k.customer_no = collection_case.customer_no)`.as(
        'speakingLanguage',
      ),
    )
    .select(
      sql<number>`(select coalesce(sum(bb.outstanding_cents + bb.claim_cents), 0)::bigint from case_bill cb
        join bill_balance bb on bb.bill_no = cb.bill_no where cb.case_no = collection_case.case_no)`.as('dueCents'),
    )
    .where('caseNo', 'in', caseNos)
    .where(withinScope(caller.scope))
    .orderBy('caseNo');
  if (caseScope !== null) query = query.where('caseScope', '=', caseScope);
  return await query.execute();
}

async function peopleOf(
  { db, lang }: Call,
  plan: Plan,
  byMerchant: ReadonlyMap<string, ReadonlyMap<string, Collector>>,
  pointsOf: PointsOf,
): Promise<collection.AllotPreview['people']> {
  const userNos = [...plan.shares.keys()];
  const names = await db.selectFrom('appUser').select(['userNo', 'realName']).where('userNo', 'in', userNos).execute();
  const held = await heldBy(db, userNos);
  return names.map(({ userNo, realName }) => {
    const share = plan.shares.get(userNo);
    const loadNow = loadIn(held, userNo, pointsOf);
    const facts = [...byMerchant.values()].map((people) => people.get(userNo)).find((one) => one !== undefined);
    const isFull = facts !== undefined && facts.givenToday >= facts.dailyCap;
    return {
      userNo,
      realName,
      employeeCategory: facts?.employeeCategory ?? 'OLD',
      openCases: facts?.openCases ?? 0,
      loadPoints: loadNow,
      loadPointsThen: loadNow + (share?.points ?? 0),
      dailyCap: facts?.dailyCap ?? 0,
      cases: share?.cases ?? 0,
      borrowers: share?.borrowers.size ?? 0,
      spoken: share?.spoken ?? 0,
      unspoken: share?.unspoken ?? 0,
      amountCents: share?.amountCents ?? 0,
      levels: [...(share?.levels ?? [])]
        .map(([caseLevel, cases]) => ({ caseLevel, cases }))
        .toSorted((one, other) => one.caseLevel.localeCompare(other.caseLevel)),
      refusal: facts === undefined ? textOfError('COLLECTOR_NOT_FOUND', lang, {}) : whyNothing(facts, isFull, lang),
    };
  });
}

function whyNothing(facts: Collector, isFull: boolean, lang: 'en' | 'zh'): string | null {
  if (facts.personnelStatus === 'FROZEN') return textOfError('COLLECTOR_FROZEN', lang, {});
  if (facts.employeeStatus === 'LEFT') return textOfError('COLLECTOR_LEFT', lang, {});
  if (!facts.isOnShift) return textOfError('COLLECTOR_OFF_SHIFT', lang, {});
  return isFull ? textOfError('COLLECTOR_OVER_CAP', lang, {}) : null;
}
