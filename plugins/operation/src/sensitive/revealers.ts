import { sensitiveInfo } from '@kituo/sdk/contracts';
import { remoteOptions } from '@kituo/sdk/page';

/** Who revealed anything, to filter by. */
export const REVEALERS = remoteOptions(sensitiveInfo.people, (people) =>
  people.map(({ userNo, realName }) => ({ value: userNo, label: realName, hint: userNo })),
);
