import type { menuRules } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';

export type ShownRules = ReplyOf<typeof menuRules.dataRules>;
