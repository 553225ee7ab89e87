import * as announcements from '../contracts/staff/announcement.contract.ts';
import * as approvals from '../contracts/platform/approval.contract.ts';
import * as homes from '../contracts/console/home.contract.ts';

/**
 * What Home calls, without the schemas, so that the first screen does without their library. Pages with
 * forms take their endpoints from `@kituo/sdk/contracts`: a form checks with the endpoint's schema.
 */
export const announcement = { mine: announcements.mine, confirm: announcements.confirm };
/** The figures of Home, one of them again, and the pages visited last: as {@link announcement}. */
export const home = { summary: homes.summary, tile: homes.tile, recent: homes.recent };
/** What awaits the caller's decision: as {@link announcement}. */
export const approval = { list: approvals.list };
