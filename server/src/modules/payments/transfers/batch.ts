import type { ErrorName, transfer } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { AppError } from '../../../http/app-error.ts';
import { textOfError } from '../../../http/messages.ts';
import { tryItems } from '../../platform/batches/index.ts';
import { createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { transfers } from './read.ts';
import { releaseWithRecord } from './release.ts';
import { availableOn } from './transfers.ts';

const AT_MOST = 200;

/** What one key would release: all approved that match, less one's own and those whose source is short. */
export async function previewOneKey(filters: transfer.TransferFilters, call: Call) {
  const { db, lang } = call;
  const approved: transfer.TransferFilters = { ...filters, transferStatus: ['APPROVED'] };
  const sort = { field: 'applyTime', direction: 'asc' } as const;
  const { rows } = await transfers.page({ filters: approved, sort, page: 1, pageSize: AT_MOST }, call);
  const left = new Map<string, number>();
  const taken: transfer.TransferRow[] = [];
  const leftOut: { transferNo: string; error: string; text: string }[] = [];
  const leaveOut = (transferNo: string, error: ErrorName, facts = {}): void =>
    void leftOut.push({ transferNo, error, text: textOfError(error, lang, facts) });
  for (const row of rows) {
    const { merchantNo, sourceAccountId, amountCents, transferNo, transferType } = row;
    if (!row.allowedActions.includes('release')) {
      leaveOut(transferNo, 'MAKER_IS_CHECKER');
      continue;
    }
    const key = `${merchantNo} ${sourceAccountId}`;
    // What is approved is reserved already: with it back, the order of release decides who gets it.
    const available =
      left.get(key) ??
      (await availableOn(db, { merchantNo, sourceAccountCode: sourceAccountId })) +
        sumOf(rows.filter((one) => isOn(one, key)));
    if (transferType === 'OWN_ACCOUNT' && amountCents > available) {
      leaveOut(transferNo, 'SOURCE_SHORT', { available: (available / 100).toFixed(2) });
      continue;
    }
    left.set(key, transferType === 'OWN_ACCOUNT' ? available - amountCents : available);
    taken.push(row);
  }
  const bySource = Map.groupBy(taken, ({ sourceAccountId }) => sourceAccountId);
  return {
    transferNos: taken.map(({ transferNo }) => transferNo),
    totalCents: sumOf(taken),
    sources: [...bySource].map(([sourceAccountId, of]) => ({
      sourceAccountId,
      sourceAccountName: of[0]?.sourceAccountName ?? '',
      transfers: of.length,
      totalCents: sumOf(of),
    })),
    leftOut,
  };
}

const sumOf = (rows: readonly transfer.TransferRow[]): number =>
  rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
const isOn = (row: transfer.TransferRow, key: string): boolean =>
  row.transferType === 'OWN_ACCOUNT' && `${row.merchantNo} ${row.sourceAccountId}` === key;

/** Releases of many transfers, each in a transaction; the watch over payouts sends them. */
export const releaseTransfersKind: ItemsKind = defineJob({
  kind: 'transfers.release',
  title: { en: 'One-key payout of transfers', zh: '一键划转' },
  code: 'charge:transfer:payout',
  params: z.strictObject({}),
  async runItem({ subjectNo }, _, { jobNo, ...job }) {
    const call = { ...job, requestId: jobNo, address: '' };
    const nothing = { afterCommit: () => undefined, answerOnce: () => undefined };
    const { attemptNo } = await releaseWithRecord(subjectNo ?? '', { ...call, ...nothing });
    return { attemptNo };
  },
});

/** @throws AppError TOTAL_MISMATCH where the person did not see what they release; the first refusal where all are refused */
export async function releaseByOneKey(
  { transferNos, totalCents }: { readonly transferNos: readonly string[]; readonly totalCents: number },
  call: CommandCall,
): Promise<{ jobNo: string }> {
  const { tx, caller } = call;
  let query = tx
    .selectFrom('cashTransfer')
    .select((eb) => eb.fn.sum<number>('amountCents').as('total'))
    .where('transferNo', 'in', [...transferNos]);
  const merchantNos = merchantsSeen(caller.scope);
  if (merchantNos) query = query.where('merchantNo', 'in', [...merchantNos, '']);
  const { total } = await query.executeTakeFirstOrThrow();
  if (Number(total ?? 0) !== totalCents) {
    throw new AppError('TOTAL_MISMATCH', { fields: ['totalCents'] });
  }
  // As with every batch that is tried: locked in one order.
  const nos = [...new Set(transferNos)].toSorted();
  const items = nos.map((subjectNo) => ({ subjectNo, input: null }));
  const jobNo = await createJob(releaseTransfersKind, {}, call, items);
  const quiet = { ...call, afterCommit: () => undefined };
  await tryItems(nos, (transferNo) => releaseWithRecord(transferNo, quiet), 'transferNos', call);
  return { jobNo };
}
