import type { warning } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';

export type WarningRow = ReplyOf<typeof warning.page>['rows'][number];
