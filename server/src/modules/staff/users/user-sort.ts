import type { user } from '@kituo/sdk/contracts';

export interface UserSort {
  readonly field: (typeof user.USER_SORT_FIELDS)[number];
  readonly direction: 'asc' | 'desc';
}
