import type { ParsedRequestOf, reconciliation } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { GatewayError } from '../../platform/gateways/index.ts';
import { asCommand, createJob, defineJob } from '../../platform/jobs/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { importStatement } from './commands.ts';
import { needAccount } from './days.ts';
import { numberOf } from './statement-file.ts';

const input = z.strictObject({ accountId: z.string(), businessDate: z.string() });

/** A statement that the bank gives of itself: taken in and matched like a file. */
export const fetchJob = defineJob({
  kind: 'reconStatements.fetch',
  title: { en: 'Fetch statement', zh: '获取对账单' },
  code: 'afterLoan:reconStatement:import',
  params: z.strictObject({}),
  async runItem(item, _params, run) {
    const { accountId, businessDate } = input.parse(item.input);
    const accountNo = await numberOf(run.tx, accountId);
    const { bank } = run.services.engine.gateways;
    if (bank === null || accountNo === null) throw new AppError('GATEWAY_MISSING');
    const content = await bank.fetchStatement({ accountNo, day: businessDate }).catch((error: unknown) => {
      if (error instanceof GatewayError) return null;
      throw error;
    });
    if (content === null) throw new AppError('STATEMENT_NOT_READY');
    const fileName = `${accountId.slice('BANK.'.length)}_${businessDate}.xml`;
    return await importStatement({ accountId, businessDate, fileName, content }, asCommand(run));
  },
});

/**
 * Asks the bank for the statement of a day that is over.
 * @throws AppError ACCOUNT_UNKNOWN, GATEWAY_MISSING where its keeper gives none, BAD_REQUEST for a day that is not over
 */
export async function fetchStatement(
  { accountId, businessDate }: ParsedRequestOf<typeof reconciliation.fetchStatement>,
  call: CommandCall,
): Promise<{ jobNo: string }> {
  const { tx, caller, services } = call;
  await needAccount(tx, accountId, caller.scope);
  const { paymentCompany } = await tx
    .selectFrom('moneyAccount')
    .select('paymentCompany')
    .where('accountCode', '=', accountId)
    .executeTakeFirstOrThrow();
  const isGiven = paymentCompany === 'BANK' && services.engine.gateways.bank !== null;
  if (!isGiven || (await numberOf(tx, accountId)) === null)
    throw new AppError('GATEWAY_MISSING', { fields: ['accountId'] });
  if (businessDate >= businessDateOf(new Date())) {
    throw new AppError('BAD_REQUEST', { fields: [{ field: 'businessDate', msg: 'The day is not over' }] });
  }
  const item = { subjectNo: `${accountId} ${businessDate}`, input: { accountId, businessDate } };
  return { jobNo: await createJob(fetchJob, {}, call, [item]) };
}
