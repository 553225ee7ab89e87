import type { ErrorName, ParsedRequestOf, ReplyOf, transfer } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { AppError } from '../../../http/app-error.ts';
import { textOfError } from '../../../http/messages.ts';
import { tryItems } from '../../platform/batches/index.ts';
import { createJob, defineJob, type ItemsKind } from '../../platform/jobs/index.ts';
import { lowWaterOf } from './accounts.ts';
import { transfers } from './read.ts';
import { releaseWithRecord } from './release.ts';
import { availableOn } from './transfers.ts';

const MAX_AT_ONCE = 200;

/** What one key would release: all approved that match, less one's own and those whose source is short. */
export async function previewOneKey(
  { filters, transferNos }: ParsedRequestOf<typeof transfer.oneKeyPreview>,
  call: Call,
): Promise<ReplyOf<typeof transfer.oneKeyPreview>> {
  const { db, lang } = call;
  const approved: transfer.TransferFilters = { ...filters, transferStatus: 'APPROVED' };
  const sort = { field: 'applyTime', direction: 'asc' } as const;
  const found = await transfers.page({ filters: approved, sort, page: 1, pageSize: MAX_AT_ONCE }, call);
  const rows = transferNos ? found.rows.filter((row) => transferNos.includes(row.transferNo)) : found.rows;
  const sources = new Map<string, Source>();
  const taken: transfer.TransferRow[] = [];
  const items: ReplyOf<typeof transfer.oneKeyPreview>['items'] = [];
  const leftOut: { transferNo: string; error: string; text: string }[] = [];
  const leaveOut = (transferNo: string, error: ErrorName, facts = {}): void =>
    void leftOut.push({ transferNo, error, text: textOfError(error, lang, facts) });
  const sourceOf = async (row: transfer.TransferRow): Promise<Source> => {
    const { merchantNo, sourceAccountId: accountCode } = row;
    const key = `${merchantNo} ${accountCode}`;
    const known = sources.get(key);
    if (known) return known;
    // What is approved is reserved already: with it back, the order of release decides who gets it.
    const reserved = sumOf(rows.filter((one) => isOn(one, key)));
    const available = (await availableOn(db, { merchantNo, sourceAccountCode: accountCode })) + reserved;
    const lowWaterCents = await lowWaterOf(db, merchantNo, accountCode);
    const source = { accountId: accountCode, accountName: row.sourceAccountName, lowWaterCents, leftCents: available };
    sources.set(key, source);
    return source;
  };
  const take = (row: transfer.TransferRow, source: Source): void => {
    const { transferNo, amountCents, payeeName, sourceAccountName } = row;
    source.leftCents -= amountCents;
    const { leftCents: afterCents, lowWaterCents } = source;
    taken.push(row);
    items.push({
      transferNo,
      payeeName,
      sourceAccountName,
      amountCents,
      afterCents,
      isBelowLowWater: afterCents < lowWaterCents,
    });
  };
  // Those that leave their source above its low-water mark go first; within that the oldest do.
  const later: transfer.TransferRow[] = [];
  for (const row of rows) {
    if (!row.allowedActions.includes('release')) {
      leaveOut(row.transferNo, 'MAKER_IS_CHECKER');
      continue;
    }
    const source = await sourceOf(row);
    if (source.leftCents - row.amountCents < source.lowWaterCents) later.push(row);
    else take(row, source);
  }
  for (const row of later) {
    const source = await sourceOf(row);
    const isShort = row.transferType === 'OWN_ACCOUNT' && row.amountCents > source.leftCents;
    if (isShort) leaveOut(row.transferNo, 'SOURCE_SHORT', { available: (source.leftCents / 100).toFixed(2) });
    else take(row, source);
  }
  const byPayee = Map.groupBy(taken, ({ payeeName, payeeAccount }) => `${payeeName} ${payeeAccount}`);
  return {
    transferNos: items.map(({ transferNo }) => transferNo),
    totalCents: sumOf(taken),
    sources: [...sources].flatMap(([key, { accountId, accountName, lowWaterCents, leftCents }]) => {
      const of = taken.filter((row) => keyOf(row) === key);
      if (of.length === 0) return [];
      return {
        sourceAccountId: accountId,
        sourceAccountName: accountName,
        transfers: of.length,
        totalCents: sumOf(of),
        lowWaterCents,
        afterCents: leftCents,
      };
    }),
    payees: [...byPayee.values()].map((of) => ({
      payeeName: of[0]?.payeeName ?? '',
      transfers: of.length,
      totalCents: sumOf(of),
    })),
    items,
    leftOut,
  };
}

/** What is left of an account while its releases are planned. */
interface Source {
  readonly accountId: string;
  readonly accountName: string;
  readonly lowWaterCents: number;
  leftCents: number;
}

const keyOf = ({ merchantNo, sourceAccountId }: transfer.TransferRow): string => `${merchantNo} ${sourceAccountId}`;
const sumOf = (rows: readonly transfer.TransferRow[]): number =>
  rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
const isOn = (row: transfer.TransferRow, key: string): boolean =>
  row.transferType === 'OWN_ACCOUNT' && keyOf(row) === key;

/** Releases of many transfers, each in a transaction; the watch over payouts sends them. */
export const releaseTransfersKind: ItemsKind = defineJob({
  kind: 'transfers.release',
  title: { en: 'One-key payout of transfers', zh: '一键划转' },
  code: 'charge:transfer:payout',
  params: z.strictObject({}),
  async runItem({ subjectNo }, _, { jobNo, ...job }) {
    const call = { ...job, requestId: jobNo, address: '' };
    const nothing = { afterCommit: () => undefined, answerOnce: () => undefined };
    const { attemptNo } = await releaseWithRecord(subjectNo, { ...call, ...nothing });
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
  // Released in the order that was shown; tried in one order, as every batch is.
  const items = [...new Set(transferNos)].map((subjectNo) => ({ subjectNo, input: null }));
  const nos = items.map(({ subjectNo }) => subjectNo).toSorted();
  const jobNo = await createJob(releaseTransfersKind, {}, call, items);
  const quiet = { ...call, afterCommit: () => undefined };
  await tryItems(nos, (transferNo) => releaseWithRecord(transferNo, quiet), 'transferNos', call);
  return { jobNo };
}
