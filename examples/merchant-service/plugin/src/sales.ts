import { defineEndpoint } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';

const sale = z.object({
  merchantNo: z.string(),
  merchantName: z.string(),
  count: z.number(),
  /** KES cents. */
  sumCents: z.number(),
  targetCents: z.number(),
});
export type Sale = z.output<typeof sale>;

/** What the stores of the person's merchants sold today: answered by our own service. */
export const sales = defineEndpoint({
  name: 'merchantService.sales',
  method: 'GET',
  path: '/api/plugin/merchant-service/sales',
  access: { page: ['/AdminContent/MerchantSystem/StoreSales'] },
  kind: 'query',
  summary: 'Sales of today by store',
  request: z.object({}),
  reply: z.array(sale),
});

export const raiseTarget = defineEndpoint({
  name: 'merchantService.raiseTarget',
  method: 'POST',
  path: '/api/plugin/merchant-service/targets',
  access: { page: ['/AdminContent/MerchantSystem/StoreSales'] },
  kind: 'command',
  summary: 'Another target for a store',
  request: z.object({ merchantNo: z.string(), targetCents: z.number() }),
  reply: sale,
});

const purchase = z.object({
  receiptNo: z.string(),
  merchantName: z.string(),
  boughtOn: z.string(),
  items: z.array(z.object({ name: z.string(), count: z.number(), cents: z.number() })),
  /** What the customer bought in the store before, KES cents. */
  earlierCents: z.number(),
});

/** What was bought with the loan of an order; null where none of the person's stores sold it. */
export const purchaseOf = defineEndpoint({
  name: 'merchantService.purchase',
  method: 'GET',
  path: '/api/plugin/merchant-service/purchases/{orderNo}',
  access: { page: ['/AdminContent/MerchantSystem/StoreSales'] },
  kind: 'query',
  summary: 'The purchase of an order',
  request: z.object({ orderNo: z.string() }),
  reply: z.nullable(purchase),
});
