import type { ColumnType, Generated } from 'kysely';
import type { InstantDefault } from '../../../db/column-types.ts';

export interface UserGroupTable {
  userGroupNo: Generated<string>;
  merchantNo: string;
  groupName: string;
  rules: ColumnType<unknown, string, string>;
  updatedBy: string;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    userGroup: UserGroupTable;
  }
}
