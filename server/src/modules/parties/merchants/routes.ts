import { merchant, user } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { merchantsWithin, organizationTree } from './merchants.ts';

export const routes = [
  implement(merchant.options, async (_request, call) =>
    (await merchantsWithin(call.db, call.caller.scope)).map((row) => ({
      merchantNo: row.merchantNo,
      merchantName: row.merchantName,
      enabled: row.isEnabled,
    })),
  ),
  implement(user.getOrganization, async (_request, call) => await organizationTree(call.db)),
  implement(user.getCompanyCodeList, async (_request, call) => {
    const merchants = await merchantsWithin(call.db, call.caller.scope);
    const companies = Map.groupBy(merchants, (row) => row.companyCode);
    return [...companies].map(([companyCode, rows]) => ({
      companyCode,
      companyName: rows[0]?.companyName ?? companyCode,
      childList: rows.map(({ merchantName, merchantNo, orgName }) => ({
        merchantName,
        merchantNo,
        orgName,
      })),
    }));
  }),
];
