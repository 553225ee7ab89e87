import type { messageNodes } from '@kituo/sdk/contracts';
import type { Generated } from 'kysely';
import type * as z from 'zod/mini';
import type { InstantDefault } from '../../../db/column-types.ts';

export interface MessageTemplateTable {
  templateCode: Generated<string>;
  templateName: string;
  nodeCode: messageNodes.NodeCode;
  channelType: messageNodes.MessageChannel;
  smsKind: z.output<typeof messageNodes.smsKind>;
  isEnabled: Generated<boolean>;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    messageTemplate: MessageTemplateTable;
  }
}
