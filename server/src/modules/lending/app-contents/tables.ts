import type { Fixed } from '../../../db/column-types.ts';

interface OrderContractTable {
  orderNo: Fixed<string>;
  ruleId: Fixed<string>;
  versionNo: Fixed<number>;
  contractTitle: Fixed<string>;
  contractText: Fixed<string>;
  signedAt: Fixed<Date>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    orderContract: OrderContractTable;
  }
}
