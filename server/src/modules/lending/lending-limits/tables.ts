import type { InstantDefault } from '../../../db/column-types.ts';

export interface LendingPauseTable {
  merchantNo: string;
  loanType: 'FIRST' | 'REPEAT';
  reason: string;
  pausedBy: string;
  pausedAt: InstantDefault;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    lendingPause: LendingPauseTable;
  }
}
