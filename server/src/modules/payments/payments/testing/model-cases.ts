import fc from 'fast-check';
import { expect } from 'vitest';
import type { Tx } from '../../../../db/database.ts';
import { AppError } from '../../../../http/app-error.ts';
import {
  cancelAllocation,
  cancelRetention,
  distributeCase,
  enterBadDebt,
  leaveBadDebt,
  makePromise,
  redistributeCase,
  retainCase,
  syncCases,
} from '../../../collections/collections/index.ts';
import { addDays, businessDateOf } from '../../../platform/policy/index.ts';
import type { World } from './model-world.ts';

/* What collectors do with the loan of a history while it is paid, undone and written off. */

const STEPS = [
  'distribute',
  'distribute',
  'handOver',
  'cancelAllocation',
  'retain',
  'cancelRetention',
  'enterBadDebt',
  'leaveBadDebt',
  'promise',
  'distributeToFrozen',
] as const;

export const anyCaseStep = fc.record({
  kind: fc.constantFrom(...STEPS),
  who: fc.nat({ max: 2 }),
});
type CaseStep = typeof anyCaseStep extends fc.Arbitrary<infer S> ? S : never;

const casesOf = (tx: Tx, { loan }: World) =>
  tx
    .selectFrom('collectionCase')
    .select(['caseNo', 'caseScope', 'caseStatus', 'caseLevel', 'collectorUserNo'])
    .where('orderNo', '=', loan.orderNo)
    .orderBy('caseNo', 'desc')
    .execute();

/** One step with the loan's newest case. @throws AppError where it is refused */
export async function workCase(tx: Tx, world: World, { kind, who }: CaseStep): Promise<void> {
  const [one] = await casesOf(tx, world);
  if (!one) throw new AppError('CASE_NOT_FOUND');
  const { caseNo } = one;
  const { people, at } = world;
  const by = people.maker;
  const reach = { caseScope: one.caseScope, caller: { scope: 'all' as const, userNo: by } };
  const collector = people.collectors[who] ?? '';
  const handing = { by, at };
  switch (kind) {
    case 'distribute':
      return void (await distributeCase(tx, caseNo, collector, reach, handing));
    case 'handOver':
      return void (await redistributeCase(tx, caseNo, collector, reach, handing));
    case 'cancelAllocation': {
      const before = await collectorBefore(tx, caseNo);
      const { collectorUserNo } = await cancelAllocation(tx, caseNo, reach, handing);
      return expect(collectorUserNo).toBe(before);
    }
    case 'retain':
      return void (await retainCase(tx, caseNo, reach, handing));
    case 'cancelRetention':
      return void (await cancelRetention(tx, caseNo, reach, handing));
    case 'enterBadDebt': {
      const entry = { badDebtReason: 'OTHER', remark: 'model', evidence: ['F1'], by, at };
      return void (await enterBadDebt(tx, caseNo, reach, entry));
    }
    case 'leaveBadDebt':
      return void (await leaveBadDebt(tx, caseNo, reach, handing));
    case 'promise': {
      const promisedOn = addDays(businessDateOf(at), who);
      const promise = {
        amountCents: 10_000 * (who + 1),
        promisedOn,
        promiseChannel: 'CALL',
        by,
        at,
      };
      return void (await makePromise(tx, caseNo, reach, promise));
    }
    case 'distributeToFrozen': {
      // 21: whose record is frozen gets no new work; the freeze itself is refused away with the command.
      const frozen = { personnelStatus: 'FROZEN' as const };
      await tx.updateTable('personnel').set(frozen).where('userNo', '=', collector).execute();
      await distributeCase(tx, caseNo, collector, reach, handing);
      return expect.fail('a case went to a frozen collector');
    }
  }
}

/** Whom the case was taken from; null where it came from the pool. */
async function collectorBefore(tx: Tx, caseNo: string): Promise<string | null> {
  const row = await tx
    .selectFrom('caseAssignment as current')
    .innerJoin('caseAssignment as before', 'before.assignmentId', 'current.previousId')
    .select('before.userNo')
    .where('current.caseNo', '=', caseNo)
    .where('current.endedAt', 'is', null)
    .executeTakeFirst();
  return row?.userNo ?? null;
}

/** 16, 17: the end of day of the cases, twice: the second finds nothing to do, and a retained level stays. */
export async function endDayOfCases(tx: Tx, world: World): Promise<void> {
  const { loan, at } = world;
  const options = { today: businessDateOf(at), at, isEndOfDay: true };
  const before = await casesOf(tx, world);
  await syncCases(tx, [loan.orderNo], options);
  expect(await syncCases(tx, [loan.orderNo], options), 'the same day of cases again').toBe(0);
  const retained = before.filter(({ caseStatus }) => caseStatus === 'RETAINED');
  if (retained.length === 0) return;
  const after = new Map((await casesOf(tx, world)).map((one) => [one.caseNo, one]));
  for (const { caseNo, caseLevel } of retained) expect(after.get(caseNo)?.caseLevel).toBe(caseLevel);
}
