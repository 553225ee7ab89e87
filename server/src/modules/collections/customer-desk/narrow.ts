import type { customerManage, ParsedRequestOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';

type Filters = ParsedRequestOf<typeof customerManage.page>['filters'];

/** Letters of a name that find few enough. */
const LETTERS = 3;
const MOST_DAYS = 366;
const DAY_MS = 86_400_000;

/** Whether a search finds a person or a period, and not the whole book. Pure. */
export function isNarrow({
  phone,
  idCardNo,
  customerNo,
  customerName,
  registerChannel,
  registeredAt,
}: Filters): boolean {
  if ((phone ?? idCardNo ?? customerNo ?? registerChannel) !== undefined) return true;
  if ((customerName ?? '').trim().length >= LETTERS) return true;
  if (registeredAt?.from === undefined) return false;
  const until = registeredAt.to === undefined ? Date.now() : Date.parse(registeredAt.to);
  return until - Date.parse(registeredAt.from) < MOST_DAYS * DAY_MS;
}

/** Agents look people up; nobody reads through all customers. @throws AppError CUSTOMER_SEARCH_BROAD */
export function refuseBroad(filters: Filters): void {
  if (!isNarrow(filters)) throw new AppError('CUSTOMER_SEARCH_BROAD', { fields: ['filters.registeredAt'] });
}
