import type { ColumnType, Generated } from 'kysely';

/** Which rows of a page a role sees, and which values masked. */
interface MenuDataRuleTable {
  menuNo: string;
  roleNo: string;
  rowScope: 'ALL' | 'MERCHANTS' | 'DEPARTMENT_AND_BELOW' | 'DEPARTMENT' | 'SELF';
  maskedFields: Generated<string[]>;
  updatedBy: ColumnType<string | null, string | null | undefined, string | null>;
  updatedAt: ColumnType<Date, Date | string | undefined, Date | string>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    menuDataRule: MenuDataRuleTable;
  }
}
