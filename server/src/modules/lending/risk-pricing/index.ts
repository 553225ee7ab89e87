// Prices by risk: the matrix of each merchant, its imports and their rollback.

import './tables.ts';
import { priceBacktest, riskPricing } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { priceFamily } from '../price-rules/index.ts';
import { priceBacktestKind, startPriceBacktest } from './backtest.ts';
import { readPriceBacktest } from './backtest-result.ts';
import { batchExport, batches, rollbackBatch } from './batches.ts';
import { compareVersion } from './compare.ts';
import { importRatesKind } from './import.ts';
import { pricedProducts, quotePrice, readPrices } from './matrix.ts';
import { priceExport, prices } from './prices.ts';
import { saveMatrix } from './submit.ts';

export const riskPrices = defineModule({
  name: 'risk-pricing',
  routes: [
    implement(riskPricing.page, prices.page),
    implement(riskPricing.exportList, priceExport.queue),
    implement(riskPricing.products, pricedProducts),
    implement(riskPricing.detail, readPrices),
    implement(riskPricing.save, saveMatrix),
    implement(riskPricing.quote, quotePrice),
    implement(riskPricing.compare, compareVersion),
    implement(priceBacktest.start, startPriceBacktest),
    implement(priceBacktest.result, readPriceBacktest),
    implement(riskPricing.batchPage, batches.page),
    implement(riskPricing.batchExport, batchExport.queue),
    implement(riskPricing.batch, ({ batchNo }, call) => batches.one(batchNo, call)),
    implement(riskPricing.rollback, rollbackBatch),
  ],
  config: [priceFamily],
  imports: [importRatesKind],
  jobs: [priceBacktestKind],
  exports: [priceExport.kind, batchExport.kind],
});
