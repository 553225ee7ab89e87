import type { Generated } from 'kysely';
import type { Instant, InstantDefault, Optional } from '../../../db/column-types.ts';

interface TestUserTable {
  testUserNo: Generated<string>;
  merchantNo: string;
  phone: string;
  codeSealed: Buffer;
  expiresAt: Instant;
  remark: Optional<string>;
  updatedBy: string;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    testUser: TestUserTable;
  }
}
