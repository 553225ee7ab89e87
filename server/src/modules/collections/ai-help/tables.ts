import type { GeneratedAlways } from 'kysely';
import type { Fixed, FixedInstant, FixedOptional } from '../../../db/column-types.ts';

interface AiHelpLogTable {
  logId: GeneratedAlways<number>;
  operatorUserNo: Fixed<string>;
  uidCount: Fixed<number>;
  /** Each result that came up. */
  results: Fixed<string[]>;
  /** Who was found. */
  customerNos: Fixed<string[]>;
  purpose: Fixed<string>;
  feedbackNo: FixedOptional<string>;
  remark: FixedOptional<string>;
  decryptedAt: FixedInstant;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    aiHelpLog: AiHelpLogTable;
  }
}
