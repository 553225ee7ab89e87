import type { SmsTask } from './store.ts';

const DAY_OF_OFFER = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Pure. What a task fills in for everybody alike: its link, and its last day as `31 Dec 2026`. */
export const taskWords = ({ linkUrl, validUntil }: Pick<SmsTask, 'linkUrl' | 'validUntil'>) => ({
  link: linkUrl ?? '',
  validUntil: validUntil === null ? '' : DAY_OF_OFFER.format(new Date(`${validUntil}T00:00:00Z`)),
});
