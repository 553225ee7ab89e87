import type { ColumnType, Generated } from 'kysely';

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export type PersonnelKind = 'AUDITOR' | 'COLLECTOR' | 'TELEMARKETER' | 'SERVICE' | 'TRAFFIC';

/** A person's record for one kind of work; `dailyCap` counts what they may be given a day (EAT). */
export interface PersonnelTable {
  personnelKind: PersonnelKind;
  userNo: string;
  personnelStatus: Generated<'NORMAL' | 'FROZEN'>;
  groupName: Optional<string>;
  principalUserNo: Optional<string>;
  dailyCap: Generated<number>;
  joinAutoAllot: Generated<boolean>;
  firstLoanWhitelist: Generated<boolean>;
  languages: Generated<string[]>;
  handlesComplaints: Generated<boolean>;
  isAiEmployee: Generated<boolean>;
  joinedAt: ColumnType<Date, Date | undefined, Date>;
  version: Generated<number>;
}

export interface PersonnelMerchantTable {
  personnelKind: PersonnelKind;
  userNo: string;
  merchantNo: string;
}

export interface PersonnelShiftTable {
  userNo: string;
  startsAt: ColumnType<Date, Date | string, Date | string>;
  endsAt: ColumnType<Date, Date | string, Date | string>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    personnel: PersonnelTable;
    personnelMerchant: PersonnelMerchantTable;
    personnelShift: PersonnelShiftTable;
  }
}
