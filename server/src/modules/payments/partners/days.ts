import type { Tx } from '../../../db/database.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { advance } from '../../../state-machine/index.ts';
import { partnerPostings, postJournal, reverse } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { countsOf } from '../market-products/index.ts';
import { differencePercent, dueOf } from './due.ts';
import { partnerDayMachine } from './partner-day.machine.ts';
import { lockDay, type PartnerDay, readProduct, setDay } from './store.ts';

export interface DayReport {
  readonly partnerDayNo?: string | undefined;
  readonly marketProductNo: string;
  readonly bizDate: string;
  readonly partnerApplied: number;
  readonly approved: number;
  readonly rejected: number;
  readonly disbursedCents: number;
  readonly decisionMinutes?: number | null | undefined;
  readonly partnerReferences?: readonly string[] | undefined;
  readonly approvedReferences?: readonly string[] | undefined;
  readonly rejectedReferences?: readonly string[] | undefined;
  readonly remark?: string | undefined;
  readonly explanation?: string | undefined;
  /** Null: the partner's own system. */
  readonly userNo: string | null;
  readonly scope: DataScope;
  readonly at: Date;
  readonly reviewSource?: PartnerDay['reviewSource'];
}

/** A partner's count may be off by so many percent without a word. */
const TOLERATED_PERCENT = 5;

/**
 * Writes down what a partner reported of a day; nothing is posted.
 * @throws AppError REFERENCE_UNKNOWN, PARTNER_DAY_EXISTS, PARTNER_DAY_NOT_FOUND, ILLEGAL_TRANSITION, BAD_REQUEST where
 *   the day is to come or what the partner sent is overridden without a remark
 */
export async function saveDay(tx: Tx, report: DayReport): Promise<PartnerDay> {
  const { partnerDayNo, marketProductNo, bizDate, userNo, scope, at, reviewSource = 'MANUAL', ...rest } = report;
  const { remark = '', explanation = '', decisionMinutes = null, partnerReferences, ...of } = rest;
  const { approvedReferences = [], rejectedReferences = [], ...counts } = of;
  const references = referencesOf({ partnerReferences, approvedReferences, rejectedReferences });
  if (bizDate > businessDateOf(at)) refuseField('bizDate', 'Cannot be in the future');
  const before = partnerDayNo === undefined ? null : await lockDay(tx, partnerDayNo, scope);
  if (before) {
    advance(partnerDayMachine, before.dayStatus, 'save');
    if (before.marketProductNo !== marketProductNo || before.bizDate !== bizDate) {
      refuseField('bizDate', 'Day and product cannot be changed');
    }
    if (before.reviewSource === 'API' && userNo !== null && remark === '')
      refuseField('remark', 'Content cannot be blank');
  }
  const { platformCode, merchantNo, ...terms } = await readProduct(tx, marketProductNo, scope);
  const values = {
    ...counts,
    ...terms,
    dueCents: dueOf(terms, counts),
    decisionMinutes,
    remark,
    explanation,
    savedBy: userNo,
  };
  if (before) {
    await setDay(tx, before.partnerDayNo, values);
    await keepReferences(tx, before.partnerDayNo, references);
    return await lockDay(tx, before.partnerDayNo);
  }
  const made = await tx
    .insertInto('partnerDay')
    .values({
      ...values,
      ...(await countsOf(tx, marketProductNo, bizDate)),
      marketProductNo,
      platformCode,
      merchantNo,
      bizDate,
      reviewSource,
    })
    .onConflict((conflict) => conflict.columns(['marketProductNo', 'bizDate']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!made) return await refuseSecond(tx, marketProductNo, bizDate);
  noteMade(tx, `partnerDay ${made.partnerDayNo}`);
  await keepReferences(tx, made.partnerDayNo, references);
  return made;
}

/** Each reference with its result, where the partner says one; null where it names none at all. */
function referencesOf(
  said: Required<Pick<DayReport, 'partnerReferences' | 'approvedReferences' | 'rejectedReferences'>>,
): ReadonlyMap<string, boolean | null> | null {
  const { partnerReferences, approvedReferences = [], rejectedReferences = [] } = said;
  const twice = approvedReferences.find((one) => rejectedReferences.includes(one));
  if (twice !== undefined) refuseField('rejectedReferences', 'Approved as well');
  if (partnerReferences === undefined && approvedReferences.length + rejectedReferences.length === 0) return null;
  return new Map<string, boolean | null>([
    ...(partnerReferences ?? []).map((one) => [one, null] as const),
    ...approvedReferences.map((one) => [one, true] as const),
    ...rejectedReferences.map((one) => [one, false] as const),
  ]);
}

/** The references that a partner reports take the place of those it reported before. */
async function keepReferences(
  tx: Tx,
  partnerDayNo: string,
  references: ReadonlyMap<string, boolean | null> | null,
): Promise<void> {
  if (references === null) return;
  await tx.deleteFrom('partnerReference').where('partnerDayNo', '=', partnerDayNo).execute();
  const rows = [...references].map(([partnerReference, isApproved]) => ({
    partnerDayNo,
    partnerReference,
    isApproved,
  }));
  if (rows.length > 0) await tx.insertInto('partnerReference').values(rows).execute();
}

async function refuseSecond(tx: Tx, marketProductNo: string, bizDate: string): Promise<never> {
  const facts = await tx
    .selectFrom('partnerDay')
    .select('partnerDayNo')
    .where('marketProductNo', '=', marketProductNo)
    .where('bizDate', '=', bizDate)
    .executeTakeFirstOrThrow();
  throw new AppError('PARTNER_DAY_EXISTS', { fields: ['bizDate'], facts });
}

function refuseField(field: string, msg: string): never {
  throw new AppError('BAD_REQUEST', { fields: [{ field, msg }] });
}

/** Who asked, and who agreed: the trial at the asking has nobody yet who agrees. */
export interface TwoPeople {
  readonly makerUserNo: string;
  readonly userNo: string;
  readonly scope: DataScope;
  readonly at: Date;
}

export const signedBy = ({ makerUserNo, userNo }: TwoPeople) => ({
  makerUserNo,
  ...(userNo !== makerUserNo && { checkerUserNo: userNo }),
});

/**
 * Closes a day: partner receivable / service income.
 * @throws AppError PARTNER_DAY_NOT_FOUND, ILLEGAL_TRANSITION, PARTNER_DIFFERENCE
 */
export async function confirmDay(tx: Tx, partnerDayNo: string, who: TwoPeople): Promise<PartnerDay> {
  const before = await lockDay(tx, partnerDayNo, who.scope);
  const dayStatus = advance(partnerDayMachine, before.dayStatus, 'confirm');
  const percent = differencePercent(before);
  if (percent > TOLERATED_PERCENT && before.explanation === '') {
    throw new AppError('PARTNER_DIFFERENCE', { facts: { percent } });
  }
  const { merchantNo, dueCents, version } = before;
  // A day on which nothing is due is closed without a posting.
  const posted =
    dueCents === 0
      ? null
      : await postJournal(tx, {
          kind: 'PARTNER_DAY_CONFIRMED',
          businessDate: businessDateOf(who.at),
          merchantNo,
          cause: { type: 'PARTNER_DAY', no: partnerDayNo },
          idempotencyKey: `partner-day/${partnerDayNo}/confirmed/${version}`,
          lines: partnerPostings.partnerDayConfirmed({ amountCents: dueCents }),
          ...signedBy(who),
        });
  const change = { dayStatus, confirmedAt: who.at, journalId: posted?.journalId ?? null };
  await setDay(tx, partnerDayNo, change);
  return { ...before, ...change };
}

/**
 * Opens a confirmed day again, which mirrors its income; never one that was paid.
 * @throws AppError PARTNER_DAY_NOT_FOUND, ILLEGAL_TRANSITION
 */
export async function reopenDay(tx: Tx, partnerDayNo: string, who: TwoPeople): Promise<PartnerDay> {
  const before = await lockDay(tx, partnerDayNo, who.scope);
  const dayStatus = advance(partnerDayMachine, before.dayStatus, 'reopen');
  if (before.journalId !== null) {
    await reverse(tx, before.journalId, {
      businessDate: businessDateOf(who.at),
      cause: { type: 'PARTNER_DAY', no: partnerDayNo },
      idempotencyKey: `partner-day/${partnerDayNo}/reopened/${before.version}`,
      ...signedBy(who),
    });
  }
  const change = { dayStatus, confirmedAt: null, journalId: null };
  await setDay(tx, partnerDayNo, change);
  return { ...before, ...change };
}
