import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, reason } from '../list.ts';
import { payeeForm } from './order-audit.contract.ts';

export const changeBankCard = defineEndpoint({
  name: 'payeeChange.changeBankCard',
  method: 'POST',
  path: 'payManage/changeBankCard',
  access: { code: ['afterLoan:payoutChange:update'] },
  kind: 'command',
  preview: true,
  summary: 'Asks to pay a passed order to another account; once another person agrees it is changed',
  request: z.strictObject({
    orderNo: businessNo,
    payee: payeeForm,
    /** True: the account could not be verified and is used all the same, for the reason given. */
    ignoreCardVerify: z.boolean(),
    reason,
  }),
  reply: z.object({ changeNo: z.string() }),
});
