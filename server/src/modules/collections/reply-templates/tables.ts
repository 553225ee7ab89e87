import type { Generated } from 'kysely';
import type { replyTemplate } from '@kituo/sdk/contracts';
import type { InstantDefault } from '../../../db/column-types.ts';

interface ReplyTemplateTable {
  replyTemplateNo: Generated<string>;
  merchantNo: string;
  templateName: string;
  language: replyTemplate.ReplyTemplateRow['language'];
  content: string;
  isEnabled: Generated<boolean>;
  updatedBy: string;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    replyTemplate: ReplyTemplateTable;
  }
}
