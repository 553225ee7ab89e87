import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { exportReply, exportRequest, listReply, listRequest } from '../list.ts';

const seen = { page: ['/AdminContent/AfterLoanSystem/ReconciliationManagement'] } as const;
const accountId = z.string().check(z.regex(/^BANK\.[A-Z0-9_-]+$/, 'Please choose'));

/** DATE_ORDER: how a bank writes its dates. DMY: 20/11/2026, 20-Nov-26. */
export const dateOrder = z.enum(['DMY', 'MDY', 'YMD']);
export type DateOrder = z.output<typeof dateOrder>;

/** An account with what its bank calls the columns of a CSV or XLSX statement; all null where nothing was saved. */
export const columnsRow = z.object({
  accountId: z.string(),
  accountName: z.string(),
  paymentCompany: z.string(),
  serialTitle: z.nullable(z.string()),
  timeTitle: z.nullable(z.string()),
  detailsTitle: z.nullable(z.string()),
  paidInTitle: z.nullable(z.string()),
  withdrawnTitle: z.nullable(z.string()),
  /** Of one column for both: money in above 0, money out below. */
  amountTitle: z.nullable(z.string()),
  dateOrder: z.nullable(dateOrder),
  updatedByName: z.nullable(z.string()),
  updatedAt: z.nullable(z.string()),
  allowedActions: z.array(z.enum(['save', 'remove'])),
});
export type ColumnsRow = z.output<typeof columnsRow>;

const columnsFilters = z.strictObject({
  accountId: z.optional(accountId),
  /** True: only accounts with saved columns. */
  isSaved: z.optional(z.boolean()),
});
const COLUMNS_SORTS = ['accountName'] as const;

export const columnsPage = defineEndpoint({
  name: 'reconciliation.columnsPage',
  method: 'POST',
  path: 'reconciliation/columns/page',
  access: seen,
  kind: 'query',
  summary: 'Accounts with the columns that were saved for their statements',
  request: listRequest(columnsFilters, COLUMNS_SORTS),
  reply: listReply(columnsRow),
});
export const columnsExport = defineEndpoint({
  name: 'reconciliation.columnsExport',
  method: 'POST',
  path: 'reconciliation/columns/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected accounts with their columns as a file, made by a job',
  request: exportRequest(columnsFilters, COLUMNS_SORTS),
  reply: exportReply,
});

const title = z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64));
const optionalTitle = z.optional(z.string().check(z.trim(), z.maxLength(64)));
export const columnsSave = defineEndpoint({
  method: 'POST',
  kind: 'command',
  preview: true,
  name: 'reconciliation.columnsSave',
  path: 'reconciliation/columns/save',
  access: { code: ['afterLoan:reconStatement:import'] },
  summary:
    'Saves what the bank of an account calls the columns of its statements; the next import goes by it. COLUMNS_AMOUNT, COLUMNS_REPEATED',
  request: z.strictObject({
    accountId,
    serialTitle: title,
    timeTitle: title,
    detailsTitle: title,
    /** Money in and money out, a column each; or `amountTitle` alone. */
    paidInTitle: optionalTitle,
    withdrawnTitle: optionalTitle,
    amountTitle: optionalTitle,
    dateOrder,
  }),
  reply: z.object({ accountId: z.string() }),
});
export const columnsRemove = defineEndpoint({
  method: 'POST',
  kind: 'command',
  preview: true,
  name: 'reconciliation.columnsRemove',
  path: 'reconciliation/columns/remove',
  access: { code: ['afterLoan:reconStatement:import'] },
  summary: 'Removes the saved columns: statements are read by the usual titles again.',
  request: z.strictObject({ accountId }),
  reply: z.object({ accountId: z.string() }),
});
