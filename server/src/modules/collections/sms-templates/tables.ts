import type { smsMarketingTemplate } from '@kituo/sdk/contracts';
import type { Generated } from 'kysely';
import type { InstantDefault, Optional } from '../../../db/column-types.ts';

type Row = smsMarketingTemplate.TemplateRow;

export interface SmsMarketingTemplateTable {
  templateNo: Generated<string>;
  merchantNo: string;
  templateName: string;
  scene: Row['scene'];
  language: Row['language'];
  content: string;
  templateStatus: Generated<Row['status']>;
  versionNo: Generated<number>;
  createdBy: string;
  /** Who wrote the text as it is. */
  updatedBy: string;
  approvedBy: Optional<string>;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

interface SmsMarketingTextTable {
  templateNo: string;
  versionNo: number;
  content: string;
  approvedBy: string;
  approvedAt: InstantDefault;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    smsMarketingTemplate: SmsMarketingTemplateTable;
    smsMarketingText: SmsMarketingTextTable;
  }
}
