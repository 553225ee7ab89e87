import { auditAllot, auditOrder, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { type Call, type CommandCall, implement } from '../../../http/implement.ts';
import { textOfError } from '../../../http/messages.ts';
import { createJob } from '../../platform/jobs/index.ts';
import { matchingOrders, paceOf, refuseUnseen } from '../order-lists/index.ts';
import { allotOne } from './allot.ts';
import { allotKind, autoAllotKind, recallKind, releaseKind, undoAllotKind } from './batches.ts';
import { readOrdersToAllot } from './orders-to-allot.ts';
import { type AllotMode, type Plan, planAllotment } from './plan.ts';
import { presentReviewer, readReviewers, type ReviewerFacts } from './reviewers.ts';
import { refusalOf, refusalOfReviewer } from './rules.ts';
import { ownFresh, recallOne, releaseOne, undoOne } from './take-back.ts';

const MAX_BY_FILTER = 2_000;

/** The reviewers, and why each may not get the order, or anything. */
async function reviewersFor(
  { orderNo }: { readonly orderNo?: string | undefined },
  { db, caller, lang }: Call,
): Promise<ReplyOf<typeof auditAllot.auditors>> {
  const { scope } = caller;
  if (orderNo !== undefined) await refuseUnseen(db, scope, orderNo);
  const reviewers = await readReviewers(db, scope, new Date());
  const [order] = orderNo === undefined ? [] : await readOrdersToAllot(db, [orderNo]);
  const pace = await paceOf(
    db,
    reviewers.map(({ userNo }) => userNo),
    new Date(),
  );
  return reviewers.map((reviewer) => {
    const refusal = order ? refusalOf(reviewer, order) : refusalOfReviewer(reviewer);
    const text = refusal && textOfError(refusal.error, lang, refusal.facts ?? {});
    return presentReviewer(reviewer, scope, text, pace.get(reviewer.userNo) ?? null);
  });
}

interface Wanted {
  readonly orderNos: readonly string[];
  readonly allotMode: AllotMode;
  readonly auditorUserNos?: readonly string[] | undefined;
}

/** Who of these people would get which of these orders; orders outside the scope, or taken, get nobody. */
async function planOf(
  { orderNos, allotMode, auditorUserNos }: Wanted,
  { db, caller }: Pick<Call, 'db' | 'caller'>,
): Promise<Plan & { readonly reviewers: readonly ReviewerFacts[] }> {
  const numbers = [...new Set(orderNos)];
  const found = await matchingOrders(db, caller.scope, { orderNos: numbers });
  const seen = new Set((await found.select('loanOrder.orderNo').execute()).map((row) => row.orderNo));
  const all = await readOrdersToAllot(
    db,
    numbers.filter((orderNo) => seen.has(orderNo)),
  );
  const waiting = all.filter(({ orderStatus }) => orderStatus === 'TO_ALLOCATE');
  const reviewers = await readReviewers(db, caller.scope, new Date(), auditorUserNos);
  const plan = planAllotment(waiting, reviewers, allotMode);
  const left = new Map(plan.left);
  for (const orderNo of numbers) {
    if (!seen.has(orderNo)) left.set(orderNo, { error: 'ORDER_NOT_FOUND' });
    else if (!waiting.some((order) => order.orderNo === orderNo)) {
      left.set(orderNo, { error: 'ORDER_NOT_TO_ALLOCATE' });
    }
  }
  return { given: plan.given, left, reviewers };
}

async function previewAllotment(
  request: ParsedRequestOf<typeof auditAllot.preview>,
  call: Call,
): Promise<ReplyOf<typeof auditAllot.preview>> {
  refuseTooMany(request);
  const { given, left, reviewers } = await planOf(request, call);
  const gets = Map.groupBy(given, ([, auditorUserNo]) => auditorUserNo);
  return {
    people: reviewers
      .filter(({ userNo }) => request.allotMode !== 'AUTO' || gets.has(userNo))
      .map((reviewer) => ({
        auditorUserNo: reviewer.userNo,
        auditorName: reviewer.realName,
        openCount: reviewer.open,
        dailyCap: reviewer.dailyCap,
        placesLeft: reviewer.places,
        gets: gets.get(reviewer.userNo)?.length ?? 0,
      })),
    left: [...left].map(([orderNo, { error, facts }]) => ({
      orderNo,
      reason: textOfError(error, call.lang, facts ?? {}),
    })),
  };
}

function refuseTooMany({ allotMode, auditorUserNos }: Omit<Wanted, 'orderNos'>): void {
  if (allotMode === 'AUTO') return;
  const count = new Set(auditorUserNos).size;
  if (count === 0 || (allotMode === 'ONE_PERSON' && count > 1)) {
    throw new AppError('BAD_REQUEST', { fields: ['auditorUserNos'] });
  }
}

/** One order at once; several by a job, each item with the reviewer that the preview showed. */
async function allotOrders(
  request: ParsedRequestOf<typeof auditAllot.allot>,
  call: CommandCall,
): Promise<{ jobNo: string | null }> {
  refuseTooMany(request);
  const [orderNo, ...others] = new Set(request.orderNos);
  const [auditorUserNo, ...otherAuditors] = new Set(request.auditorUserNos);
  if (orderNo === undefined || auditorUserNo === undefined) throw new AppError('SELECTION_EMPTY');
  const { isReallocation } = request;
  if (others.length === 0 && otherAuditors.length === 0) {
    await allotOne({ orderNo, auditorUserNo, isReallocation }, call);
    return { jobNo: null };
  }
  if (isReallocation) throw new AppError('BAD_REQUEST', { fields: ['orderNos'] });
  const { given } = await planOf(request, { db: call.db, caller: call.caller });
  // Orders that found nobody are items, too: their failure says why.
  const items = [...new Set(request.orderNos)].map((subjectNo) => ({
    subjectNo,
    input: { auditorUserNo: given.get(subjectNo) ?? auditorUserNo },
  }));
  return { jobNo: await createJob(allotKind, {}, call, items) };
}

async function autoAllot(
  { orderNos, filters }: ParsedRequestOf<typeof auditAllot.auto>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  const waiting = { ...filters, orderStatus: 'TO_ALLOCATE' as const };
  const wanted = orderNos ? { orderNos } : waiting;
  const found = await matchingOrders(call.tx, call.caller.scope, wanted);
  const rows = await found
    .select('loanOrder.orderNo')
    .orderBy('loanOrder.applyTime')
    .orderBy('loanOrder.orderNo')
    .limit(MAX_BY_FILTER)
    .execute();
  if (rows.length === 0) throw new AppError('SELECTION_EMPTY');
  const items = rows.map(({ orderNo }) => ({ subjectNo: orderNo, input: null }));
  return { jobNo: await createJob(autoAllotKind, {}, call, items) };
}

async function takeBackOrders(
  { orderNos, reason, isUndo }: ParsedRequestOf<typeof auditAllot.recall>,
  call: CommandCall,
): Promise<{ jobNo: string | null }> {
  const code = isUndo ? 'audit:order:allot' : 'audit:order:recall';
  if (!call.caller.codes.has(code)) throw new AppError('FORBIDDEN');
  const [orderNo = '', ...others] = new Set(orderNos);
  if (others.length === 0) {
    await (isUndo ? undoOne : recallOne)({ orderNo, reason }, call);
    return { jobNo: null };
  }
  const wanted = isUndo ? await ownFresh(call, [orderNo, ...others]) : [orderNo, ...others];
  if (wanted.length === 0) throw new AppError('UNDO_TOO_LATE');
  const items = wanted.map((subjectNo) => ({ subjectNo, input: null }));
  const jobNo = isUndo
    ? await createJob(undoAllotKind, {}, call, items)
    : await createJob(recallKind, reason === undefined ? {} : { reason }, call, items);
  return { jobNo };
}

export const routes = [
  implement(auditAllot.auditors, reviewersFor),
  implement(auditAllot.preview, previewAllotment),
  implement(auditAllot.allot, allotOrders),
  implement(auditAllot.auto, autoAllot),
  implement(auditAllot.recall, takeBackOrders),
  implement(auditOrder.myRelease, async ({ orderNos, reason }, call) => {
    const [orderNo = '', ...others] = new Set(orderNos);
    if (others.length === 0) {
      await releaseOne({ orderNo, reason }, call);
      return { jobNo: null };
    }
    const items = [orderNo, ...others].map((subjectNo) => ({ subjectNo, input: null }));
    return { jobNo: await createJob(releaseKind, { reason }, call, items) };
  }),
];
