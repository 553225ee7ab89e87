import { type ReplyOf, unrenewedLoanSms as contract } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { implement, type Call } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { moveConfig, saveConfig } from './commands.ts';
import { configExport, configList, sendList, sendsExport } from './list.ts';
import { runsOf, stepResults } from './outcomes.ts';
import { previewToday } from './preview.ts';

async function optionsSeen({ db, caller }: Call): Promise<ReplyOf<typeof contract.options>> {
  const merchantNos = merchantsSeen(caller.scope);
  const ofMerchants = merchantNos === null ? sql`true` : sql`m.merchant_no = any(${[...merchantNos]}::text[])`;
  type Options = { value: string; label: string }[];
  const products = await sql<
    Options[number]
  >`select t.product_no as value, t.product_name || ' · ' || m.merchant_name as label
    from loan_product t join merchant m on m.merchant_no = t.merchant_no where ${ofMerchants} order by label`.execute(
    db,
  );
  const templates = await sql<
    Options[number]
  >`select t.template_no as value, t.template_name || ' · ' || m.merchant_name as label
    from sms_marketing_template t join merchant m on m.merchant_no = t.merchant_no
    where t.template_status = 'ENABLED' and ${ofMerchants} order by label`.execute(db);
  const coupons = await sql<Options[number]>`select t.coupon_template_no as value,
      t.coupon_content || ' · ' || m.merchant_name as label
    from coupon_template t join merchant m on m.merchant_no = t.merchant_no
    where t.template_status = 'ENABLED' and ${ofMerchants} order by label`.execute(db);
  return { products: products.rows, templates: templates.rows, coupons: coupons.rows };
}

const steps = [
  [contract.submit, 'submit'],
  [contract.approve, 'approve'],
  [contract.sendBack, 'return'],
  [contract.enable, 'enable'],
  [contract.disable, 'disable'],
] as const;

export const routes = [
  implement(contract.page, configList.page),
  implement(contract.exportList, configExport.queue),
  implement(contract.options, async (_nothing, call) => await optionsSeen(call)),
  implement(contract.preview, async ({ configNo }, call) => await previewToday(configNo, call)),
  implement(contract.sends, sendList.page),
  implement(contract.sendsExport, sendsExport.queue),
  implement(contract.save, saveConfig),
  ...steps.map(([endpoint, step]) => implement(endpoint, (request, call) => moveConfig(step, request, call))),
  implement(contract.detail, async ({ configNo }, call) => {
    const row = await configList.one(configNo, call);
    const skips = await sql<ReplyOf<typeof contract.detail>['skips'][number]>`select unrenewed_skip as reason,
        count(*)::int as people from unrenewed_send
      where config_no = ${configNo} and recipient_status = 'SKIPPED' and unrenewed_skip is not null
      group by 1 order by people desc`.execute(call.db);
    return {
      row,
      steps: await stepResults(call.db, configNo),
      runs: await runsOf(call.db, configNo),
      skips: skips.rows,
      history: await readHistory(call.db, 'unrenewedConfig', configNo),
    };
  }),
];
