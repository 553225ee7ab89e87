import { createHash } from 'node:crypto';
import type { ParsedRequestOf, reconciliation } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { GatewayError } from '../../platform/gateways/index.ts';
import { asCommand, createJob, defineJob, type JobRun } from '../../platform/jobs/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { receivingCode } from '../accounts/index.ts';
import { importStatement, takeInDay } from './commands.ts';
import { needAccount } from './days.ts';
import { numberOf } from './statement-file.ts';

const input = z.strictObject({ accountId: z.string(), businessDate: z.string() });

/** What the keeper of an account tells of itself: taken in and matched like a file. */
export const fetchJob = defineJob({
  kind: 'reconStatements.fetch',
  title: { en: 'Fetch statement', zh: '获取对账单' },
  code: 'afterLoan:reconStatement:import',
  params: z.strictObject({}),
  async runItem(item, _params, run) {
    const { accountId, businessDate } = input.parse(item.input);
    const of = { accountId, businessDate };
    return (await keeperOf(run.tx, accountId)) === 'MPESA' ? await pull(of, run) : await fetchFromBank(of, run);
  },
});

type Of = z.output<typeof input>;
type Run = JobRun & { readonly tx: Tx };

/** What a gateway answers; null where it gives nothing of the day yet. */
async function told<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  return await asked.catch((error: unknown) => {
    if (error instanceof GatewayError) return null;
    throw error;
  });
}

async function fetchFromBank({ accountId, businessDate }: Of, run: Run) {
  const accountNo = await numberOf(run.tx, accountId);
  const { bank } = run.services.engine.gateways;
  if (bank === null || accountNo === null) throw new AppError('GATEWAY_MISSING');
  const content = await told(bank.fetchStatement({ accountNo, day: businessDate }));
  if (content === null) throw new AppError('STATEMENT_NOT_READY');
  const fileName = `${accountId.slice('BANK.'.length)}_${businessDate}.xml`;
  return await importStatement({ accountId, businessDate, fileName, content }, asCommand(run));
}

/** M-Pesa tells what came in, and neither payouts nor fees: these come with the portal's file, which meets these lines. */
async function pull({ accountId, businessDate }: Of, run: Run) {
  const { money } = run.services.engine.gateways;
  const shortCode = await receivingCode(run.tx, run.services, accountId);
  if (money === null || shortCode === null) throw new AppError('GATEWAY_MISSING');
  const received = await told(money.pullReceipts({ shortCode, day: businessDate }));
  if (received === null || received.length === 0) throw new AppError('STATEMENT_NOT_READY');
  const lines = received.map(({ transactionId, at, amountCents, phone, reference }) => ({
    serial: transactionId,
    kind: 'IN' as const,
    amountCents,
    happenedAt: at,
    details: `${reference} ${phone}`.trim(),
  }));
  const fileName = `${accountId.slice('BANK.'.length)}_${businessDate}.json`;
  const fileMd5 = createHash('md5').update(JSON.stringify(lines)).digest('hex');
  return await takeInDay({ accountId, businessDate, fileName, fileMd5, lines }, asCommand(run));
}

const keeperOf = async (db: Queryable, accountCode: string) =>
  (
    await db
      .selectFrom('moneyAccount')
      .select('paymentCompany')
      .where('accountCode', '=', accountCode)
      .executeTakeFirstOrThrow()
  ).paymentCompany;

const PULLED_FOR_MS = 48 * 3_600_000;

/**
 * Asks the keeper of an account for what moved on a day that is over: a bank for its statement, M-Pesa for the payments
 * that it received, of the last 48 hours.
 * @throws AppError ACCOUNT_UNKNOWN, GATEWAY_MISSING where its keeper gives none, BAD_REQUEST for a day that is not over,
 *   or that M-Pesa no longer has whole
 */
export async function fetchStatement(
  { accountId, businessDate }: ParsedRequestOf<typeof reconciliation.fetchStatement>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  const { tx, caller, services } = call;
  await needAccount(tx, accountId, caller.scope);
  const { bank, money } = services.engine.gateways;
  const keeper = await keeperOf(tx, accountId);
  const isGiven =
    keeper === 'MPESA'
      ? money !== null && (await receivingCode(tx, services, accountId)) !== null
      : keeper === 'BANK' && bank !== null && (await numberOf(tx, accountId)) !== null;
  if (!isGiven) throw new AppError('GATEWAY_MISSING', { fields: ['accountId'] });
  const wrong = (msg: string) => new AppError('BAD_REQUEST', { fields: [{ field: 'businessDate', msg }] });
  if (businessDate >= businessDateOf(new Date())) throw wrong('The day is not over');
  if (keeper === 'MPESA' && Date.now() - startOfBusinessDate(businessDate).getTime() > PULLED_FOR_MS) {
    throw wrong('M-Pesa keeps payments for 48 hours');
  }
  const item = { subjectNo: `${accountId} ${businessDate}`, input: { accountId, businessDate } };
  return { jobNo: await createJob(fetchJob, {}, call, [item]) };
}
