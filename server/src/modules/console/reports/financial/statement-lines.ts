import type { Source } from '../engine/source.ts';

/**
 * Money in, as the channels' statements have it, on the day of the statement. An account of several merchants is nobody's
 * alone: its lines are counted for readers of all merchants.
 */
export const statementLines: Source = {
  from: `recon_day d join recon_line l on l.run_id = d.run_id and l.kind = 'IN'
      and (l.repeat_status is null or l.repeat_status = 'COUNTED')
    join money_account m on m.account_code = d.account_code
    left join repay_account r on r.account_code = d.account_code`,
  recordedAt: 'l.recorded_at',
  day: 'd.business_date',
  merchantNo: 'case when cardinality(m.merchant_nos) = 1 then m.merchant_nos[1] end',
  factNo: 'l.serial',
  dimensions: { CHANNEL: 'r.payment_channel' },
  filters: { paymentChannel: 'r.payment_channel', account: 'd.account_code' },
  shows: { happenedAt: 'l.happened_at', account: 'd.account_code', causeNo: 'd.run_id' },
};
